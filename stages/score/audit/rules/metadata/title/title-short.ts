import { columnsOf } from '../../../derived/text/line-width.ts'
import { isVagueTitle, titleElements, titleText, wordsOf } from '../../../derived/title/titles.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const FEWEST_COLUMNS = 10

export const titleShort = rule({
  id: 'title-short',
  severity: 'info',
  title: 'Title too short',
  passTitle: 'Title is long enough',
  why: 'Google asks for descriptive titles; a single word hardly tells searchers what the page is about.',
  fix: 'Add what distinguishes this page from others, such as its topic and the site name.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/title-link',
  needs: ['document'],
  messages: {
    fewCharacters: 'The title has only {count} {count:character|characters}.',
    oneWord: 'The title is a single word: "{first}".',
  },

  check({ document }) {
    const title = titleText(document)
    // Placeholders are reported by title-vague.
    if (title === null || isVagueTitle(title)) return notApplicable
    const count = columnsOf(title.slice(0, 100))
    const evidence = titleElements(document)
      .inHead.slice(0, 1)
      .map((element) => elementEvidence(element, title))
    if (count < FEWEST_COLUMNS) return fail('fewCharacters', { values: { count }, evidence })
    return wordsOf(title).length === 1 ? fail('oneWord', { evidence }) : pass
  },
})
