import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isLong,
  isLow,
  ownRows,
  rowsIn,
  spaceOf,
} from "../../web/src/table/layout/own.ts";

test("one's own cards are as wide as is wanted, then overlap, then take a second row", () => {
  assert.deepEqual(ownRows(3, 400, 72, 2), {
    card: 72,
    step: 78,
    rows: 1,
    columns: 3,
  });
  const many = ownRows(13, 366, 72, 2);
  assert.deepEqual([many.rows, many.columns], [1, 13]);
  for (let cards = 1; cards <= 13; cards++)
    for (const width of [200, 296, 366, 544, 820])
      for (const most of [1, 2]) {
        const { card, step, rows, columns } = ownRows(cards, width, 72, most);
        assert.ok(columns * rows >= cards);
        assert.ok(card + (columns - 1) * step <= width + 1);
        assert.ok(rows === most || step >= card / 2);
      }
});

test("the dock keeps the room of a whole hand, and no card changes its size when others are played", () => {
  const pages = [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
    { width: 844, height: 390 },
    { width: 1280, height: 800 },
  ];
  for (const page of pages)
    for (const worded of [false, true]) {
      const width = page.height < 500 ? page.width : Math.min(page.width, 960);
      const holding = { width, cards: 13, worded, betting: false };
      const space = spaceOf(page, { ...holding, large: false });
      let rows = Infinity;
      for (let cards = 13; cards >= 1; cards--) {
        const laid = rowsIn(cards, space);
        assert.equal(laid.card, space.card);
        assert.ok(laid.rows <= rows, "rows become fewer");
        rows = laid.rows;
        assert.ok((laid.columns - 1) * laid.step + laid.card <= space.room + 1);
        assert.ok(laid.rows * laid.card * 1.4 <= space.box.h);
      }
      assert.equal(rows, 1);
      const large = spaceOf(page, { ...holding, large: true });
      assert.ok(large.card >= space.card);
    }
  const wide = { width: 1280, height: 800 };
  const few = { width: 960, cards: 2, worded: false, large: false };
  assert.ok(
    spaceOf(wide, { ...few, betting: true }).room <
      spaceOf(wide, { ...few, betting: false }).room,
  );
});

test("a page is low as the style sheets say, and a long hand is one that fits into no column", () => {
  assert.ok(isLow({ width: 560, height: 499 }));
  assert.ok(
    !isLow({ width: 559, height: 499 }) && !isLow({ width: 560, height: 500 }),
  );
  assert.ok(
    isLong({ width: 844, height: 390 }, 9) &&
      !isLong({ width: 844, height: 390 }, 8),
  );
  assert.ok(
    isLong({ width: 568, height: 320 }, 6) &&
      !isLong({ width: 390, height: 844 }, 13),
  );
});
