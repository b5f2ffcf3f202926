import { settings } from '#shared/config/settings.ts'

const START = '<!-- settings: made by `npm run readme` -->'
const END = '<!-- end of settings -->'

/** Replaces the table of settings in the README by one made from shared/config/settings.ts. */
export function withSettingsTable(readme: string): string {
  const start = readme.indexOf(START)
  const end = readme.indexOf(END)
  if (start < 0 || end < start) throw new Error('the README has lost the marks around its settings')
  return `${readme.slice(0, start)}${START}\n${table()}\n${readme.slice(end)}`
}

function table(): string {
  const rows = Object.entries(settings).map(([name, { documented, meaning }]) => {
    return `| \`${name}\` | ${documented || '–'} | ${meaning.replaceAll('|', '\\|')} |`
  })
  return ['| Name | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}
