"""The standings of an event, as `croupier match` would compute them from the same matches.

A sample is a team's result of a deal for common deals, of a tournament for duplicate tournaments, the mean over all
rotations for mirrored deals, and otherwise the result of a match. Every team has three figures: the plain result, the
result without the luck after the last decision, and the same without the hands in which the clock made a move. If
enough matches were judged by AIVAT (`judging`), there is a fourth.

Of duplicate tournaments the result is the return on the entry: the prize less the fee, in percent of the fee. A hand of
a tournament is not worth its chips, so no luck is taken out; and without the clock means without the tournaments in
which it made a move.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from croupier.kernel.contract.record import Played
from croupier.kernel.statistics import (
    CONFIDENCE,
    Comparison,
    Estimate,
    Sample,
    combined,
    comparison_within,
    finite,
    mean_within,
)
from croupier.simulate.contest.contest import in_turn, sessions
from croupier.simulate.contest.ratings import Ratings, places
from croupier.simulate.match.luck import ENDS
from croupier.simulate.match.results import Results
from croupier.simulate.tournament.prizes import prizes_of_places

from ..room.answers import interval
from . import answers
from .book import PANEL, Book, Fixture
from .event import ALONE, seats_of, stack_of
from .judging import LEAST_JUDGED
from .lines import Measured
from .measure import CLOCKED

Stake = tuple[str, float]
RETURN: Stake = ("% return", 1 / 10_000)
"""The unit of duplicate tournaments; their scores are whole numbers, ten thousand for a percent."""
NO_PRIZE = -100.0


class CountedMatch(NamedTuple):
    """A match in the standings, by seat: the number of the team, what it won, the same summed over all ENDS, that sum
    without the hands in which the clock made a move (None if no hand is left), and its place."""

    deal: int
    block: int
    who: tuple[int, ...]
    scores: tuple[int, ...]
    ends: tuple[int, ...]
    clean: tuple[int, ...] | None
    places: tuple[int, ...]
    judged: tuple[float, ...] | None
    """What each seat won by AIVAT, if the match was judged."""


class Row(NamedTuple):
    """One line of the standings."""

    plain: Estimate
    result: Estimate
    clean: Estimate
    saved: float
    """The factor by which removing luck reduces the number of hands for the same precision."""
    by_aivat: Estimate | None
    """The result by AIVAT; None if fewer than LEAST_JUDGED matches were judged."""
    saved_by_aivat: float | None
    """The factor by which AIVAT reduces the number of hands, compared with the plain result; None if `by_aivat` is."""


class Standings:
    """The results of an event's teams, from the matches that count and are public."""

    def __init__(self, book: Book, stake: Stake) -> None:
        self.book = book
        self.prized = book.event.kind == "duplicate"
        """Whether results are prizes of tournaments."""
        self.stake = RETURN if self.prized else stake
        self.keys = list(book.teams)
        self.number = {key: at for at, key in enumerate(self.keys)}
        self.names = [team.name for team in book.teams.values()]
        self.samples = [sample for fixture, match in book.counting() if (sample := self._sample(fixture, match))]
        self.decisions = [Counter[str]() for _ in self.keys]
        self.hands = [0] * len(self.keys)
        self.matches = Counter(team for sample in self.samples for team in sample.who)
        for fixture, match in book.counting():
            found = fixture.measured[match]
            for seat, key in enumerate(fixture.keys):
                if key != PANEL:
                    self.decisions[self.number[key]].update(found.counts[seat])
                    self.hands[self.number[key]] += len(found.hands)

    def _sample(self, fixture: Fixture, match: int) -> CountedMatch | None:
        found: Measured = fixture.measured[match]
        seats = [seat for seat, key in enumerate(fixture.keys) if key != PANEL]
        if not found.hands:
            return None
        clean = [hand for hand in found.hands if not hand.clocked]
        if self.prized:
            return self._tournament(fixture, match, seats[0], clocked=len(clean) < len(found.hands))
        won = fixture.judged.get(match)
        return CountedMatch(
            fixture.deal_of(match),
            fixture.block,
            tuple(self.number[fixture.keys[seat]] for seat in seats),
            tuple(sum(hand.scores[seat] for hand in found.hands) for seat in seats),
            tuple(sum(hand.ends[seat] for hand in found.hands) for seat in seats),
            tuple(round(sum(hand.ends[seat] for hand in clean) * len(found.hands) / len(clean)) for seat in seats)
            if clean
            else None,
            tuple(found.places[seat] for seat in seats),
            tuple(-won if seat else won for seat in seats) if won is not None else None,
        )

    def _tournament(self, fixture: Fixture, match: int, seat: int, *, clocked: bool) -> CountedMatch | None:
        """A duplicate tournament; None if it ended before the team was out, or had everything."""
        found = fixture.measured[match]
        event, seats, won = self.book.event, len(found.places), sum(hand.scores[seat] for hand in found.hands)
        if won not in (-stack_of(event), (seats - 1) * stack_of(event)):
            return None
        prize = prizes_of_places(found.places, event.tournament.payouts)[seat]
        score = round((NO_PRIZE + 100 * prize) / RETURN[1])
        ends = (score * ENDS,)
        return CountedMatch(
            fixture.deal_of(match),
            fixture.block,
            (self.number[fixture.keys[seat]],),
            (score,),
            ends,
            None if clocked else ends,
            (found.places[seat],),
            None,
        )

    # Results

    def row(self, team: int) -> Row | None:
        """The results of a team; None if none of its matches counts yet."""
        own = [sample for sample in self.samples if team in sample.who]
        if not own:
            return None
        clean = [one._replace(ends=one.clean) for one in own if one.clean is not None]
        plain, result = self._estimates(team, own)
        without = self._estimates(team, clean)[1] if clean else Estimate(0.0, -math.inf, math.inf)
        return Row(plain, result, without, self._alone(team, own).saved_by_adjustment(), *self._judged(team, own))

    def _judged(self, team: int, own: Sequence[CountedMatch]) -> tuple[Estimate | None, float | None]:
        """A team's result by AIVAT, over its judged matches, and the factor of hands that AIVAT saves."""
        judged = [one for one in own if one.judged is not None]
        if len(judged) < LEAST_JUDGED:
            return None, None
        results = self._alone(team, judged)
        results.corrected = Sample.of([one.judged[one.who.index(team)] for one in judged if one.judged is not None])
        return results.by_aivat(0), results.saved_by_aivat()

    def _estimates(self, team: int, own: Sequence[CountedMatch]) -> tuple[Estimate, Estimate]:
        """A team's plain result, and that without luck. In a robin or mirrored event, each group that met weighs
        the same."""
        if self.prized:
            found = self._return([one.scores[0] for one in own])
            return found, found
        if self.book.event.kind not in ("robin", "mirrored"):
            alone = self._alone(team, own)
            return alone.raw(0), alone.result(0)
        met = [(results, some.index(team)) for some, results in self.tables(own)]
        telling = [pair for pair in met if math.isfinite(pair[0].result(pair[1]).high)] or met
        return (
            combined([results.raw(at) for results, at in telling]),
            combined([results.result(at) for results, at in telling]),
        )

    def _return(self, scores: Sequence[int]) -> Estimate:
        """The mean return of a team in some duplicate tournaments."""
        return mean_within([score * RETURN[1] for score in scores], NO_PRIZE, NO_PRIZE + self.most)

    @property
    def most(self) -> float:
        """The most by which two returns can differ: the first prize."""
        seats = seats_of(self.book.event) or 0
        return 100 * prizes_of_places(range(1, seats + 1), self.book.event.tournament.payouts)[0]

    def returned_more(self, ends: Sequence[int]) -> Estimate:
        """By how much the return of a team is above another's, from the differences of their `ends`."""
        return mean_within([end * RETURN[1] / ENDS for end in ends], -self.most, self.most)

    def _alone(self, team: int, samples: Sequence[CountedMatch]) -> Results:
        """A team's results against all opponents together."""
        results = Results([self.names[team]], 1, self.stake)
        at = [sample.who.index(team) for sample in samples]
        _add(results, [([0], [one.scores[i]], [one.ends[i]]) for one, i in zip(samples, at, strict=True)])
        return results

    def tables(self, samples: Sequence[CountedMatch]) -> Iterator[tuple[tuple[int, ...], Results]]:
        """Each group of teams that met, with the results of their matches."""
        for some, kept in self.met(samples):
            rotations = len(some) if self.book.event.kind == "mirrored" else 1
            results = Results([self.names[team] for team in some], rotations, self.stake)
            _add(results, [([some.index(team) for team in one.who], one.scores, one.ends) for one in kept])
            yield some, results

    def comparisons(self) -> Iterator[tuple[Results, Comparison]]:
        """The comparisons of all pairs of teams that met, or played the same deals."""
        tests = math.comb(len(self.keys), 2)
        if self.book.event.kind in ALONE:
            for pair in combinations(range(len(self.keys)), 2):
                if rows := self._both(*pair):
                    results = self._side_by_side(pair, rows)
                    yield results, self._compared(rows, tests) if self.prized else results.comparisons(tests)[0]
            return
        for _, results in self.tables(self.samples):
            if results.plays:
                for comparison in results.comparisons(tests):
                    yield results, comparison

    def _both(self, one: int, other: int) -> list[tuple[CountedMatch, CountedMatch]]:
        """The matches of two teams with each deal that both have played."""
        by_deal: list[dict[int, CountedMatch]] = [
            {sample.deal: sample for sample in self.samples if team in sample.who} for team in (one, other)
        ]
        return [(by_deal[0][deal], by_deal[1][deal]) for deal in sorted(by_deal[0].keys() & by_deal[1].keys())]

    def _side_by_side(self, pair: Sequence[int], rows: Sequence[tuple[CountedMatch, CountedMatch]]) -> Results:
        """The results of two teams over the deals that both have played."""
        results = Results([self.names[team] for team in pair], 1, self.stake)
        results.sample = "tournament" if self.prized else "hand"
        _add(results, [([0, 1], [a.scores[0], b.scores[0]], [a.ends[0], b.ends[0]]) for a, b in rows])
        return results

    def _compared(self, rows: Sequence[tuple[CountedMatch, CountedMatch]], tests: int) -> Comparison:
        """The comparison of two teams over the duplicate tournaments that both have played."""
        more = [(one.scores[0] - other.scores[0]) * RETURN[1] for one, other in rows]
        return comparison_within(more, self.most, 0, 1, tests)

    # Ratings

    def ratings(self) -> Ratings:
        """The ratings of the teams, from their places game by game."""
        ratings = Ratings(len(self.keys))
        for who, order in in_turn(list(self._rated())):
            ratings.rate(who, order)
        return ratings

    def _rated(self) -> Iterator[Iterator[tuple[Sequence[int], Sequence[int]]]]:
        kind = self.book.event.kind
        if kind == "freezeout":
            yield iter([(sample.who, sample.places) for sample in self.samples])
        elif kind in ALONE:
            rows = self._whole_deals()
            teams = sorted({team for row in rows for team in row})
            if len(teams) > 1 and self.prized:
                yield iter([(teams, places([row[team] for team in teams])) for row in rows])
            elif len(teams) > 1:
                played = [_played(deal, range(len(teams)), [row[team] for team in teams])
                          for deal, row in enumerate(rows)]  # fmt: skip
                yield iter([(teams, places(totals)) for totals in sessions(played, len(played), 1)])
        else:
            for some, samples in self.met(self.samples):
                rotations = len(some) if kind == "mirrored" else 1
                if self.book.event.hands > 1:
                    yield iter([(one.who, places(one.ends)) for one in samples])
                else:
                    played = [_played(one.deal, [some.index(team) for team in one.who], one.ends) for one in samples]
                    totals = list(sessions(played, len(played), rotations)) if played else []
                    yield iter([(some, places(won)) for won in totals])

    def met(self, samples: Sequence[CountedMatch]) -> Iterator[tuple[tuple[int, ...], list[CountedMatch]]]:
        """Each group of teams that met, with their matches; of mirrored deals only those with all rotations."""
        groups: defaultdict[tuple[int, ...], list[CountedMatch]] = defaultdict(list)
        for sample in sorted(samples, key=lambda one: one.deal):
            groups[tuple(sorted(sample.who))].append(sample)
        for some, found in groups.items():
            rotations = len(some) if self.book.event.kind == "mirrored" else 1
            there = Counter(sample.deal for sample in found)
            yield some, [one for one in found if there[one.deal] >= rotations]

    def _whole_deals(self) -> list[dict[int, int]]:
        """For each common deal that all teams with a result have played, the `ends` of each team."""
        deals: defaultdict[int, dict[int, int]] = defaultdict(dict)
        for sample in self.samples:
            deals[sample.deal][sample.who[0]] = sample.ends[0]
        everybody = {team for row in deals.values() for team in row}
        return [row for _, row in sorted(deals.items()) if row.keys() == everybody]

    # The public answer

    def told(self) -> answers.EventStandings:
        """The standings as the API gives them, the best team first."""
        ratings = self.ratings()
        teams = [self._team(team, ratings) for team in range(len(self.keys))]
        teams.sort(key=lambda row: -row["result"]["mean"] if row["result"] else math.inf)
        comparisons = list(self.comparisons())
        beaten = {
            results.names[found.worse]
            for results, found in comparisons
            if results.names[found.better] == teams[0]["name"] and found.p < 1 - CONFIDENCE
        }
        for row in teams:
            row["level"] = row["name"] not in beaten
        return {
            "unit": self.stake[0],
            "teams": teams,
            "comparisons": [
                {
                    "better": results.names[found.better],
                    "worse": results.names[found.worse],
                    **interval(found.difference),
                    "p": found.p,
                    "separable": found.p < 1 - CONFIDENCE,
                    "verdict": results.verdict(found),
                }
                for results, found in comparisons
            ],
        }

    def _team(self, team: int, ratings: Ratings) -> answers.EventTeam:
        row, rating, decisions = self.row(team), ratings.of(team), self.decisions[team]
        asked = sum(decisions.values())
        clocked = sum(decisions[word] for word in CLOCKED)
        return {
            "key": self.keys[team],
            "name": self.names[team],
            "house": bool(self.book.teams[self.keys[team]].policy),
            "withdrawn": self.keys[team] in self.book.withdrawn,
            "matches": self.matches[team],
            "hands": self.hands[team],
            "result": interval(row.result) if row else None,
            "plain": interval(row.plain) if row else None,
            "without_clock": interval(row.clean) if row else None,
            "saved_by_adjustment": finite(row.saved) if row else None,
            "aivat": interval(row.by_aivat) if row and row.by_aivat else None,
            "saved_by_aivat": finite(row.saved_by_aivat) if row else None,
            "rating": {"mu": rating.mu, "unsure": rating.unsure, "games": rating.games},
            "decisions": dict(decisions),
            "clock_share": clocked / asked if asked else 0.0,
            "level": True,
        }


def verdicts(pairs: Sequence[answers.EventComparison]) -> list[str]:
    """A sentence for each pair of teams that can be separated, and one for the others: the pair that is nearest to it,
    and the number of the rest."""
    said = [f"{one['verdict']}." for one in pairs if one["separable"]]
    left = sorted((one for one in pairs if not one["separable"]), key=lambda one: float(one["p"]))
    if len(left) == 1:
        said.append(f"{left[0]['verdict']}.")
    elif left:
        others = "1 other is" if len(left) == 2 else f"{len(left) - 1:,} others are"
        said.append(f"{left[0]['verdict']}. Of {len(pairs):,} pairs, {others} not separable either.")
    return said


def _add(results: Results, rows: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int]]]) -> None:
    import numpy as np

    if rows:
        results.add(*(np.array(column, np.int64) for column in zip(*rows, strict=True)))


def _played(deal: int, seating: Iterable[int], ends: Sequence[int]) -> Played:
    return Played(deal, list(seating), [], list(ends), [end / ENDS for end in ends])
