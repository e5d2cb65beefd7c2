import type { Page } from 'playwright-core';

/** WCAG 2.2 AA, success criterion 1.4.3: contrast of text, and of large text (24 px, or 18.66 px and bold). */
const LEAST = 4.5;
const LEAST_LARGE = 3;

/** Texts in sight whose contrast is too low, each with its colours and its ratio. Runs in the page. */
export async function lowContrast(page: Page): Promise<string[]> {
  return await page.evaluate(
    ({ least, leastLarge }) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 1;
      const paint = canvas.getContext('2d', { willReadFrequently: true });
      if (paint === null) throw new Error('no canvas');
      // The canvas knows every notation of a colour and lays one over another as the page does.
      const over = (colors: readonly string[]) => {
        paint.clearRect(0, 0, 1, 1);
        for (const color of colors) {
          paint.fillStyle = color;
          paint.fillRect(0, 0, 1, 1);
        }
        return [...paint.getImageData(0, 0, 1, 1).data.slice(0, 3)];
      };
      const luminance = (rgb: readonly number[]) => {
        const [r = 0, g = 0, b = 0] = rgb.map((value) => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const behind = (element: Element) => {
        const colors: string[] = [];
        for (let each: Element | null = element; each; each = each.parentElement) {
          colors.unshift(getComputedStyle(each).backgroundColor);
        }
        return ['Canvas', ...colors];
      };
      const isShown = (element: Element) => {
        const box = element.getBoundingClientRect();
        const style = getComputedStyle(element);
        return box.width > 1 && box.height > 1 && style.visibility === 'visible' && style.opacity !== '0';
      };
      const isOff = (element: Element) => element.closest(':disabled, [aria-hidden="true"] .flag') !== null;
      const found = new Set<string>();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const text = walker.currentNode.textContent?.trim();
        if (!element || !text || !isShown(element) || isOff(element)) continue;
        const style = getComputedStyle(element);
        const ground = behind(element);
        const [a, b] = [luminance(over([...ground, style.color])), luminance(over(ground))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const size = Number.parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (ratio < (isLarge ? leastLarge : least)) {
          found.add(`${ratio.toFixed(2)} "${text.slice(0, 40)}" ${style.color} on ${over(ground).join(' ')}`);
        }
      }
      return [...found];
    },
    { least: LEAST, leastLarge: LEAST_LARGE },
  );
}

/** Focusable things without a name, as Chromium's own accessibility tree has them. */
export async function nameless(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(
      (node) =>
        !node.ignored && node.properties?.some(({ name, value }) => name === 'focusable' && value.value),
    )
    .filter((node) => !node.name?.value && node.role?.value !== 'RootWebArea' && node.role?.value !== 'main')
    .map((node) => `${node.role?.value} ${node.description?.value ?? ''}`);
}

/** Ids that occur twice, and whether the page is wider than its window. */
export async function broken(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `id ${id} occurs twice`);
    const { scrollWidth } = document.documentElement;
    const wide =
      scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide in a window of ${innerWidth}`] : [];
    const mains = document.querySelectorAll('main').length === 1 ? [] : ['there is not exactly one main'];
    return [...twice, ...wide, ...mains];
  });
}
