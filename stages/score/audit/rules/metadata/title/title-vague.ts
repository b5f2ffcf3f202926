import { isVagueTitle, titleElements, titleText } from '../../../derived/title/titles.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const titleVague = rule({
  id: 'title-vague',
  severity: 'warning',
  title: 'Vague title',
  passTitle: 'Title is descriptive',
  why: 'Google advises against vague titles such as "Home" or "Profile"; the default titles of frameworks say nothing either.',
  fix: 'Replace it with words that describe this page.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/title-link',
  needs: ['document'],
  messages: { vague: 'The title is "{title}".' },

  check({ document }) {
    const title = titleText(document)
    if (title === null) return notApplicable
    if (!isVagueTitle(title)) return pass
    const evidence = titleElements(document)
      .inHead.slice(0, 1)
      .map((element) => elementEvidence(element, title))
    return fail('vague', { values: { title }, evidence })
  },
})
