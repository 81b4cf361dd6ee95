/** A point in pixels, y downwards. */
export type Point = { x: number; y: number };

/** How much of each pixel lies inside of outlines. */
export type Coverage = {
  /** Adds the straight side of an outline; all sides of one together have to be closed. */
  addLine(from: Point, to: Point): void;
  /** From 0 to 1 for each pixel, row by row. */
  read(): Float32Array;
};

/**
 * Rasterises outlines with exact area coverage: each side adds to the pixels it crosses the change of coverage from there to the
 * right, and one sum over each row gives the coverage. Method: Raph Levien, "font-rs" (2016).
 */
export function createCoverage(width: number, height: number): Coverage {
  // Two more in each row for what lies at its right end.
  const stride = width + 2;
  const changes = new Float32Array(stride * height);
  const add = (row: number, x: number, change: number) => {
    const cell = row * stride + Math.min(Math.max(x, 0), stride - 1);
    changes[cell] = (changes[cell] ?? 0) + change;
  };

  /** The part of a side within one row; `share` is its height with the direction as its sign. */
  function addInRow(row: number, [left, right]: [number, number], share: number): void {
    const first = Math.floor(left);
    const last = Math.ceil(right);
    if (last <= first + 1) {
      const middle = (left + right) / 2 - first;
      add(row, first, share * (1 - middle));
      add(row, first + 1, share * middle);
      return;
    }
    // Over several pixels: the covered area grows as a parabola in the first, by equal steps, and as a parabola in the last.
    const slope = 1 / (right - left);
    const areaUpTo = (x: number) => {
      const inside = Math.min(Math.max(x, left), right) - left;
      return (slope * inside * inside) / 2 + Math.max(0, x - right);
    };
    let before = 0;
    let changeBefore = 0;
    for (let x = first; x < last; x += 1) {
      const area = areaUpTo(x + 1);
      const covered = area - before;
      add(row, x, share * (covered - changeBefore));
      before = area;
      changeBefore = covered;
    }
    add(row, last, share * (1 - changeBefore));
  }

  return {
    addLine(from, to) {
      if (from.y === to.y) return;
      const [top, bottom, direction] = from.y < to.y ? [from, to, 1] : [to, from, -1];
      const slope = (bottom.x - top.x) / (bottom.y - top.y);
      const lastRow = Math.min(height, Math.ceil(bottom.y));
      for (let row = Math.max(0, Math.floor(top.y)); row < lastRow; row += 1) {
        const [begin, end] = [Math.max(row, top.y), Math.min(row + 1, bottom.y)];
        const [one, other] = [top.x + (begin - top.y) * slope, top.x + (end - top.y) * slope];
        addInRow(row, [Math.min(one, other), Math.max(one, other)], (end - begin) * direction);
      }
    },
    read() {
      const covered = new Float32Array(width * height);
      for (let row = 0; row < height; row += 1) {
        let sum = 0;
        for (let x = 0; x < width; x += 1) {
          sum += changes[row * stride + x] ?? 0;
          covered[row * width + x] = Math.min(1, Math.abs(sum));
        }
      }
      return covered;
    },
  };
}
