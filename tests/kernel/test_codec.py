"""Menus as options and back: whatever can be offered comes through unchanged."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from croupier.kernel.contract.codec import PACKED, fill_menu, pack, read_menu
from croupier.kernel.contract.decision import Decision, Option
from croupier.kernel.vocabulary.menu import CANDIDATES, CARDS_PER_ACTION, FIRST_KIND, OPTIONS, Menu

KINDS = {FIRST_KIND + number: f"KIND_{number}" for number in range(OPTIONS)}
asides = st.booleans()


@st.composite
def options(choose: st.DrawFn, kind: int) -> Option:
    shape = choose(st.sampled_from(["bare", "unlisted", "amount", "cards", "places"]))
    if shape == "unlisted":
        return Option(kind, KINDS[kind], unlisted=True)
    bare = Option(kind, KINDS[kind], aside=choose(asides))
    if shape == "bare":
        return bare
    if shape == "amount":
        low, high = sorted((choose(st.integers(-(2**62), 2**62)), choose(st.integers(-(2**62), 2**62))))
        return Option(kind, KINDS[kind], low, high, choose(st.integers(1, 100)), aside=bare.aside)
    fewest = choose(st.integers(0, 3))
    cards = tuple(choose(st.lists(st.integers(0, 51), unique=True, max_size=CANDIDATES // OPTIONS)))
    most, places = choose(st.integers(max(1, fewest), CARDS_PER_ACTION)), shape == "places"
    ordered = places or choose(st.booleans())
    zone = choose(st.integers(0, 9))
    return Option(kind, KINDS[kind], 0, 0, 0, zone, fewest, most, ordered, cards, bare.aside, places)


@st.composite
def decisions(choose: st.DrawFn) -> Decision:
    kinds = choose(st.lists(st.sampled_from(sorted(KINDS)), unique=True, max_size=OPTIONS))
    made = tuple(choose(options(kind)) for kind in kinds)
    default = choose(st.integers(-1, len(made) - 1))
    return Decision(3, made, default, choose(st.integers(0, 10**6)), choose(st.booleans()))


@given(decisions(), decisions())
def test_a_decision_goes_through_a_menu_unchanged(one: Decision, other: Decision) -> None:
    m = Menu()
    for decision in (one, other):  # nothing of the one before shines through
        fill_menu(m, decision)
        assert m.fault == 0
        assert Decision(3, *read_menu(m, KINDS)) == decision


@given(decisions())
def test_equal_menus_are_packed_equally(decision: Decision) -> None:
    packed: list[list[int]] = []
    for stale in (0, 77):
        m = Menu()
        m.load(iter([stale] * len(m.flat())))
        m.fault = 0
        fill_menu(m, decision)
        room = [stale] * PACKED
        packed.append(room[: pack(m, room)])
    assert packed[0] == packed[1]
