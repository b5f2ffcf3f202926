import { escaped } from '../../server/pages/html.ts'

/** A part of a page with a heading that links lead to. `content` is HTML. */
export function section(id: string, title: string, content: string): string {
  return `<section class="panel" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${escaped(title)}</h2>
${content}</section>`
}

/** A text to copy. `base` is the URL of the service: the script of the page puts the one in its place that the reader has. */
export function copyBox(label: string, text: string, base: string): string {
  const shown = escaped(text).replaceAll(escaped(base), `<span data-base>${escaped(base)}</span>`)
  return `<div class="text-box"><pre tabindex="0" role="region" aria-label="${escaped(label)}">${shown}</pre>
<p class="row"><button type="button" class="quiet" data-copy hidden>Copy<span class="hidden"> ${escaped(label)}</span></button><span class="small" role="status"></span></p></div>`
}

/** A table with a row of headings; cells are HTML, the first one names its row. */
export function table(
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const head = columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('')
  const body = rows.map(([first = '', ...others]) => {
    const cells = others.map(
      (cell, index) => `<td data-column="${escaped(columns[index + 1] ?? '')}">${cell}</td>`,
    )
    return `<tr><th scope="row">${first}</th>${cells.join('')}</tr>`
  })
  return `<div class="table-box" tabindex="0" role="region" aria-label="${escaped(caption)}">
<table class="rows"><caption class="hidden">${escaped(caption)}</caption><thead><tr>${head}</tr></thead>
<tbody>${body.join('\n')}</tbody></table></div>`
}
