import { readFileSync, writeFileSync } from 'node:fs'
import { settingGroups } from '#shared/config/setting-types.ts'
import { settings } from '#shared/config/settings.ts'
import { siteRules } from '#stages/batch/site/rules/index.ts'
import { rules } from '#stages/score/audit/rules/index.ts'
import { tips } from '#stages/score/performance/tips/index.ts'
import { RULE_TEXTS_FILE, ruleTextsFile } from './rule-texts.ts'

/** Generates the README of the audit rules. */
export function rulesPage(): string {
  const rows = rules.map(
    ({ id, severity, category, title, passTitle, reference }) =>
      `| \`${id}\` | ${severity} | ${category} | ${escaped(title)} | ${escaped(passTitle)} | <${reference}> |`,
  )
  return `<!-- made by \`npm run readme\` -->
# Rules

The ${rules.length} rules of \`GET /seo-audit\`. Each is a file in \`rules/<category>/<subject>/\` and an entry of
\`rules/<category>/index.ts\`, which keeps the order. An error or a warning costs points of its category; an info costs none.

| Rule | Severity | Category | What is wrong | What holds where it passes | Authority |
|---|---|---|---|---|---|
${rows.join('\n')}

## What rules do not judge

| Rule | Not judged |
|---|---|
${rules.flatMap(({ id, excludes }) => (excludes === undefined ? [] : `| \`${id}\` | ${escaped(excludes)} |`)).join('\n')}
`
}

const needed = { pages: 'any batch', links: 'a crawl', sitemaps: 'a crawl with a sitemap' } as const

/** From the folder of the page. */
const CONTRACT = '../../../infra/docs/batches.md'

/** Generates the README of the rules about sites. */
export function siteRulesPage(): string {
  const rows = siteRules.map(
    ({ id, severity, title, needs, reference }) =>
      `| \`${id}\` | ${severity} | ${escaped(title)} | ${needed[needs]} | <${reference}> |`,
  )
  return `<!-- made by \`npm run readme\` -->
# Rules about sites

The ${siteRules.length} rules of \`GET /batches/{id}/report\` about a site as a whole. Each is a file in \`rules/<subject>/\` and an entry of
\`rules/index.ts\`, which keeps the order: its texts, its authority, and a pure check over what was gathered of the pages. How they
make the score is in the [contract](${CONTRACT}#site-score).

| Rule | Severity | What it finds | Needs | Authority |
|---|---|---|---|---|
${rows.join('\n')}
`
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}

/** Generates the README of the performance tips. */
export function tipsPage(): string {
  const rows = tips.map(
    ({ id, title, when, learnMore }) => `| \`${id}\` | ${title} | ${when} | <${learnMore}> |`,
  )
  return `<!-- made by \`npm run readme\` -->
# Tips

The tips of \`GET /performance\`. Each is a file in \`tips/\` that checks a measurement. \`advice/impact.ts\` ranks them: high from
5 points of the score or 1 MiB on, medium from 1 point or 100 KiB on. The tips with the greatest impact come first.

| Tip | Title | Given when | Read on |
|---|---|---|---|
${rows.join('\n')}
`
}

const START = '<!-- settings: made by `npm run readme` -->'
const END = '<!-- end of settings -->'

/** Path of the page that lists the settings. */
export const SETTINGS_PAGE = 'infra/docs/settings.md'

/** Replaces the tables of settings in a page by those made from shared/config/settings.ts. */
export function withSettingsTables(page: string): string {
  const start = page.indexOf(START)
  const end = page.indexOf(END)
  if (start < 0 || end < start) throw new Error('the page has lost the marks around its settings')
  const tables = Object.entries(settingGroups).map(([group, about]) => table(group, about))
  return `${page.slice(0, start)}${START}\n${tables.join('\n\n')}\n${page.slice(end)}`
}

function table(ofGroup: string, about: string): string {
  const rows = Object.entries(settings)
    .filter(([, { group }]) => group === ofGroup)
    .map(([name, { documented, meaning, reason, ...more }]) => {
      const file = 'isSecret' in more ? `; or the file that \`${name}_FILE\` names has it` : ''
      const cells = [`\`${name}\``, documented || '–', `${meaning}${file}`, reason]
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
    })
  const head = ['| Name | Default | Meaning | Who changes it and why |', '|---|---|---|---|']
  return [`## ${about}`, '', ...head, ...rows].join('\n')
}

if (import.meta.main) {
  writeFileSync(SETTINGS_PAGE, withSettingsTables(readFileSync(SETTINGS_PAGE, 'utf8')))
  writeFileSync('stages/score/performance/README.md', tipsPage())
  writeFileSync('stages/score/audit/README.md', rulesPage())
  writeFileSync('stages/batch/site/README.md', siteRulesPage())
  writeFileSync(RULE_TEXTS_FILE, ruleTextsFile())
}
