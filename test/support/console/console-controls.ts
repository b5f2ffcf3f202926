import type { ConsoleTab } from './console-tab.ts'

/** The texts of a table. */
export interface TableTexts {
  readonly columns: readonly string[]
  /** Cells of the body, row by row; the name of a row is its first cell. */
  readonly rows: readonly (readonly string[])[]
  /** Cells of the rows below the body, where the sums are. */
  readonly sums: readonly (readonly string[])[]
}

/** Waits for the table with that caption and reads it. */
export async function readTable({ page }: ConsoleTab, caption: string): Promise<TableTexts> {
  const box = await page.waitForSelector(`[role=region][aria-label="${caption}"] table`)
  if (box === null) throw new Error(`no table ${caption}`)
  return box.evaluate((table) => {
    const cells = (row: Element) => [...row.children].map((cell) => (cell as HTMLElement).innerText.trim())
    const rows = (part: string) => [...table.querySelectorAll(`${part} > tr`)].map(cells)
    return { columns: rows('thead')[0] ?? [], rows: rows('tbody'), sums: rows('tfoot') }
  })
}

/** The numbers of a column, also those in parentheses; NaN where there is none. */
export function numbersOf({ columns, rows }: TableTexts, column: string): number[] {
  const index = columns.indexOf(column)
  return rows.map((cells) => Number.parseFloat((cells[index] ?? '').replace('(', '')))
}

/** The score of the ring with that name. */
export async function ringScore({ page }: ConsoleTab, name: string): Promise<number> {
  const label = await page.$eval(`[role=img][aria-label^="${name}"]`, (ring) =>
    ring.getAttribute('aria-label'),
  )
  return Number(/: ([\d.]+) of 100$/.exec(label ?? '')?.[1])
}

/** Chooses a value of the `select` of that label. */
export async function choose({ page }: ConsoleTab, label: string, value: string): Promise<void> {
  const control = await page.waitForSelector(`::-p-aria([name="${label}"][role="combobox"])`)
  await control?.select(value)
}

/** The sections of the view: the text of each by its h2. */
export async function sectionText({ page }: ConsoleTab, title: string): Promise<string> {
  const section = await page.waitForSelector(`::-p-xpath(//section[.//h2[normalize-space()="${title}"]])`)
  return (await section?.evaluate((element) => (element as HTMLElement).innerText)) ?? ''
}

/** The answer of the service, as the view shows it. */
export async function rawJson({ page }: ConsoleTab): Promise<unknown> {
  return JSON.parse(await page.$eval('pre[aria-label="Raw JSON"]', (box) => box.textContent ?? ''))
}

/** Waits until the picture is seen; its own width and height in pixels. */
export async function shownPicture({ page }: ConsoleTab, selector: string): Promise<[number, number]> {
  const isSeen = (one: string) => {
    const image = document.querySelector<HTMLImageElement>(one)
    return image?.complete && image.naturalWidth > 0
  }
  await page.waitForFunction(isSeen, {}, selector)
  return page.$eval(selector, (one) => {
    const { naturalWidth, naturalHeight } = one as HTMLImageElement
    return [naturalWidth, naturalHeight] as [number, number]
  })
}
