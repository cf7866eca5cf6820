/** The round figures of an axis from zero to the least of them that has room for the most there is. */
export function ticksFor(most: number, wanted = 3): number[] {
  if (!(most > 0)) return [0, 1];
  const step = roundUp(most / wanted);
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** The next 1, 2, 2.5 or 5 with any number of zeros. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Which of a row of labels to show so that they do not touch: evenly apart, the last one always. */
export function isLabelled(index: number, length: number, most = 4): boolean {
  const apart = Math.ceil(length / most);
  return (length - 1 - index) % apart === 0;
}
