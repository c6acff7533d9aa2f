"""Help for one decision: what is asked, the clause of the rule book that applies, and how to answer."""

from __future__ import annotations

from croupier.kernel.showing.draw import draw_question
from croupier.kernel.showing.scene import Scene

from .paint import clause_in, rule_lines

BY_KEYS = """\
A letter takes the option beside it; a number means the card that it stands beside. Escape takes back what is not
finished. With : you type a whole answer, such as `raise 300` or the name of a card.

b shows all the rules, v the table with all that the cards say, l what happened so far; q leaves. Whatever loses
something asks first."""
BY_LINES = """\
Type the letter of an option, its name or the start of it, then an amount or cards: c, check, raise 300, raise pot,
all-in. A number means the card that it stands beside; cards also go by name or the start of it. Where only one option
takes cards, they are enough.

rules shows all the rules, view the table with all that the cards say, log what happened so far; quit leaves. Whatever
loses something asks first."""


def help_page(scene: Scene, book: str, *, by_keys: bool) -> list[str]:
    """What can be done now, and how."""
    lines = draw_question(scene.question).splitlines() if scene.question else []
    clause = clause_in(book, scene.clause) if scene.clause else ""
    return [*lines, "", *rule_lines(BY_KEYS if by_keys else BY_LINES), "", *(rule_lines(clause) if clause else ())]
