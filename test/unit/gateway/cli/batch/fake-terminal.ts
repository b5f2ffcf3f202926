/**
 * Renders what was written to a terminal as its rows of text. Supports cursor up and erase below (ECMA-48), colors,
 * carriage return and line feed, wraps lines at the width, and throws at anything else.
 */
export function renderTerminal(written: string, columns: number): string[] {
  const rows: string[] = ['']
  let row = 0
  const controls: Readonly<Record<string, (count: number) => void>> = {
    A: (count) => {
      row = Math.max(0, row - count)
    },
    J: () => void rows.splice(row, rows.length, ''),
    m: () => undefined,
  }
  function newRow(): void {
    row++
    rows[row] ??= ''
  }
  function put(character: string): void {
    if ((rows[row] ?? '').length >= columns) newRow()
    rows[row] += character
  }
  for (const [token] of written.matchAll(/\x1b\[\d*[A-Za-z]|[\s\S]/gu)) {
    if (token === '\n') newRow()
    else if (token.length > 2) controlOf(token, controls)
    else if (token !== '\r') put(token)
  }
  return rows.filter((text, index) => text !== '' || index < rows.length - 1)
}

function controlOf(token: string, controls: Readonly<Record<string, (count: number) => void>>): void {
  const control = controls[token.slice(-1)]
  if (control === undefined) throw new Error(`This terminal does not know ${JSON.stringify(token)}`)
  control(Number(token.slice(2, -1) || 1))
}
