"""Hands in the text of PokerStars, and how tests read them."""

from __future__ import annotations

from croupier.history import HandHistory, Result, check_text, hands_in

CASH = """\
PokerStars Hand #208958140405:  Hold'em No Limit ($0.50/$1.00 USD) - 2020/02/05 14:08:42 ET
Table 'Asterope II' 6-max Seat #4 is the button
Seat 1: Ann: the 1st ($1,100 in chips)
Seat 2: Bob ($63.25 in chips)
Seat 3: Ann ($70 in chips)
Seat 4: Cy ($151.10 in chips)
Seat 5: Dee ($100 in chips)
Seat 6: Eve ($99 in chips) is sitting out
Dee: posts small blind $0.50
Ann: the 1st: posts big blind $1
Eve: is sitting out
*** HOLE CARDS ***
Dealt to Cy [Ah Kd]
Fay joins the table at seat #7
Dee said, "bets 5"
Bob: raises $2 to $3
Cy: raises $6 to $9
Dee: folds
Ann: the 1st: folds
Bob: calls $6
*** FLOP *** [2c Kc 7h]
Bob has timed out
Bob: checks
Cy: bets $10
Bob: raises $44.25 to $54.25 and is all-in
Cy: calls $44.25
*** TURN *** [2c Kc 7h] [3d]
*** RIVER *** [2c Kc 7h 3d] [9s]
*** SHOW DOWN ***
Bob: shows [7s 7c] (three of a kind, Sevens)
Cy: mucks hand
Bob collected $125.50 from pot
*** SUMMARY ***
Total pot $128 | Rake $2.50
Board [2c Kc 7h 3d 9s]
Seat 1: Ann: the 1st (big blind) folded before Flop
Seat 2: Bob showed [7s 7c] and won ($125.50) with three of a kind, Sevens
Seat 4: Cy (button) mucked [Ah Kd]
Seat 5: Dee (small blind) folded before Flop
"""
TOURNAMENT = """\
PokerStars Hand #2: Tournament #3123456, $10+$1 USD Hold'em No Limit - Level XI (400/800) - 2019/12/31 23:59:59 CET
Table '3123456 7' 9-max Seat #3 is the button
Seat 3: A (10500 in chips)
Seat 8: B (2500 in chips, $5 bounty)
A: posts the ante 100
B: posts the ante 100
A: posts small blind 400
B: posts big blind 800
*** HOLE CARDS ***
Dealt to A [2c 3c]
A: raises 9600 to 10400 and is all-in
B: calls 1600 and is all-in
Uncalled bet (8000) returned to A
*** FLOP *** [As Ks Qs]
*** TURN *** [As Ks Qs] [Js]
*** RIVER *** [As Ks Qs Js] [Ts]
*** SHOW DOWN ***
B: shows [Qh Qd] (a Royal Flush)
A: shows [2c 3c] (a Royal Flush)
B collected 2500 from pot
A collected 2500 from pot
*** SUMMARY ***
Total pot 5000 | Rake 0
Board [As Ks Qs Js Ts]
Seat 3: A (button) (small blind) showed [2c 3c] and won (2500) with a Royal Flush
Seat 8: B (big blind) showed [Qh Qd] and won (2500) with a Royal Flush
"""
SIDE_POTS = """\
PokerStars Zoom Hand #3:  Hold'em No Limit (€1/€2 EUR) - 2021/06/07 8:09:10 ET
Table 'Zoom' 4-max Seat #1 is the button
Seat 1: A (€200 in chips)
Seat 2: B (€50 in chips)
Seat 3: C (€120 in chips)
Seat 4: D (€200 in chips)
B: posts small blind €1
C: posts big blind €2
*** HOLE CARDS ***
D: raises €4 to €6
A: calls €6
B: raises €44 to €50 and is all-in
C: raises €70 to €120 and is all-in
D: raises €80 to €200 and is all-in
A: folds
Uncalled bet (€80) returned to D
*** FLOP *** [2h 3h 4c]
*** TURN *** [2h 3h 4c] [8s]
*** RIVER *** [2h 3h 4c 8s] [9d]
*** SHOW DOWN ***
C: shows [Kc Kd] (a pair of Kings)
D: shows [Qc Qd] (a pair of Queens)
C collected €140 from side pot
B: shows [Ac Ad] (a pair of Aces)
B collected €156 from main pot
*** SUMMARY ***
Total pot €296 Main pot €156. Side pot €140. | Rake €0
Board [2h 3h 4c 8s 9d]
Seat 1: A (button) folded before Flop
Seat 2: B (small blind) showed [Ac Ad] and won (€156) with a pair of Aces
Seat 3: C (big blind) showed [Kc Kd] and won (€140) with a pair of Kings
Seat 4: D showed [Qc Qd] and lost with a pair of Queens
"""
COMING_IN = """\
PokerStars Game #4:  Hold'em No Limit (5/10) - 2021/06/07 8:09:10 ET
Table 'Play' 6-max (Play Money) Seat #2 is the button
Seat 1: A (1000 in chips)
Seat 2: B (1000 in chips)
Seat 3: C (1000 in chips)
Seat 4: D (1000 in chips)
Seat 5: E (1000 in chips)
C: posts small blind 5
D: posts big blind 10
E: posts small & big blinds 15
A: posts big blind 10
B: posts small blind 5
*** HOLE CARDS ***
E: checks
A: checks
B: calls 10
C: folds
D: raises 40 to 50
E: calls 40
A: folds
B: folds
*** FLOP *** [2h 3h 4c]
D: bets 10
E: folds [7d 2s]
Uncalled bet (10) returned to D
D collected 135 from pot
D: doesn't show hand
*** SUMMARY ***
Total pot 135 | Rake 0
Board [2h 3h 4c]
Seat 1: A folded before Flop
Seat 2: B (button) folded before Flop
Seat 3: C (small blind) folded before Flop
Seat 4: D (big blind) collected (135)
Seat 5: E folded on the Flop
"""
LIMIT = """\
PokerStars Hand #5:  Hold'em Limit ($3/$6 USD) - 2021/06/07 8:09:10 ET
Table 'Slow' 6-max Seat #1 is the button
Seat 1: A ($100 in chips)
Seat 2: B ($100 in chips)
Seat 3: C ($100 in chips)
B: posts small blind $1
C: posts big blind $3
*** HOLE CARDS ***
A: raises $3 to $6
B: raises $3 to $9
C: raises $3 to $12
A: raises $3 to $15
B: folds
C: calls $3
*** FLOP *** [2h 3h 4c]
C: bets $3
A: calls $3
*** TURN *** [2h 3h 4c] [8s]
C: bets $6
A: folds
Uncalled bet ($6) returned to C
C collected $45 from pot
C: doesn't show hand
*** SUMMARY ***
Total pot $45 | Rake $0
Board [2h 3h 4c 8s]
Seat 1: A (button) folded on the Turn
Seat 2: B (small blind) folded before Flop
Seat 3: C (big blind) collected ($45)
"""


def read(text: str) -> HandHistory:
    [(_, reader)] = hands_in(text, "hands.txt")
    return reader()


def changed(was: str, becomes: str, text: str = CASH) -> str:
    assert was in text
    return text.replace(was, becomes)


def verdict(text: str) -> Result:
    [result] = check_text(text, "hands.txt")
    return result
