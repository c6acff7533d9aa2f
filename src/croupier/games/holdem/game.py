"""Hold'em as a game of the contract: its rules, names and words."""

from __future__ import annotations

from croupier.kernel.contract.game import Core, Game, ToCome
from croupier.kernel.contract.house_bots import HouseBots
from croupier.kernel.contract.legs import Legs
from croupier.kernel.contract.purses import Purses
from croupier.kernel.contract.words import Words, rules_beside
from croupier.kernel.vocabulary.turns import has

from . import buy_ins, coming_and_going, rules
from .blueprint.solving import SOLVING
from .blueprint.valuation import VALUATION
from .effects import EFFECTS
from .events import FACTS, HAND_MUCKED, Eliminated, PotAwarded
from .for_bots import compile_share
from .legs import carry, scored
from .observations import OBSERVATIONS
from .odds import odds, outlooks
from .options import any_config, configure, configure_present
from .policies import POLICIES
from .reasons import reasons
from .records import BOARD, BOARD_CARDS, DECK, Config, Table, View
from .scene import ZONES, add_to_scene
from .sizes import CHOICES
from .style import HoldemStyles
from .wire import HoldemDialect
from .words import ACTS, MEANS, OPENINGS, spot, stakes, street_of, tell


def stake(config: Config) -> tuple[str, float]:
    """The unit of results: big blinds per hundred hands; for matches of several hands, big blinds per match."""
    return ("bb/100", 100 / config.big_blind) if config.hands == 1 else ("bb a match", 1 / config.big_blind)


def to_come(table: Table) -> ToCome:
    """The rest of the board: no card is burnt, so these are the next cards of the deck."""
    return ToCome(DECK, BOARD, BOARD_CARDS - table.cards.count[BOARD])


GAME = Game(
    home=__package__,
    name="holdem",
    title="No-limit hold'em",
    version=5,
    core=Core(rules.begin, rules.owing, rules.menu, rules.act, rules.observe, rules.score),
    Table=Table,
    Config=Config,
    View=View,
    facts=FACTS,
    own_kinds={
        rules.FOLD: "FOLD",
        rules.CHECK: "CHECK",
        rules.CALL: "CALL",
        rules.RAISE_TO: "RAISE_TO",
        coming_and_going.AWAY: "AWAY",
        coming_and_going.BACK: "BACK",
        buy_ins.TOP_UP: "TOP_UP",
        buy_ins.AUTO_TOP_UP: "AUTO_TOP_UP",
        buy_ins.END_TOP_UP: "END_TOP_UP",
        buy_ins.RETURN: "RETURN",
    },
    configure=configure,
    any_config=any_config,
    words=Words(
        summary="two to ten seats, two hole cards each, five on the board",
        rule_book=rules_beside(__package__),
        short_rules=rules_beside(__package__, ("Forced bets", "The match", "Coming and going")),
        scored="the chips that you have won or lost over the whole match. A chip counts the same in every hand.",
        stakes=stakes,
        means=MEANS,
        zones=ZONES,
        tell=tell,
        acts=ACTS,
        openings=OPENINGS,
        wins=(PotAwarded,),
        exits=(Eliminated,),
        scene=add_to_scene,
        phase=street_of,
        reasons=reasons,
        spot=spot,
    ),
    house_bots=HouseBots(policies=POLICIES, solving=SOLVING, valuation=VALUATION, strongest="oracle"),
    choices=CHOICES,
    observations=OBSERVATIONS,
    style=HoldemStyles,
    simulation={"hands": 1},
    forfeit=rules.FOLD,
    configure_present=configure_present,
    stake=stake,
    wire=HoldemDialect,
    legs=Legs(rules.between, carry, secrets_last=False, scored=scored),
    declassifies=frozenset({HAND_MUCKED}),
    effects=EFFECTS,
    purses=Purses(
        are=lambda config: config.most_buy_in > 0,
        usual=lambda config: int(config.buy_in),
        stack=lambda table, seat: int(table.betting.stack[seat]),
        owes=lambda table, seat: bool(table.betting.stack[seat] and not has(table.dealt & ~table.away, seat)),
        tops_up=lambda table, seat: has(table.topping, seat),
        returns=buy_ins.RETURN,
        keeps_full=buy_ins.AUTO_TOP_UP,
        sits_out=coming_and_going.AWAY,
    ),
    odds=odds,
    outlooks=outlooks,
    to_come=to_come,
    compile_for_bots=compile_share,
)
