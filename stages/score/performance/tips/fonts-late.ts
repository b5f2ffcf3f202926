import { itemOf } from '../advice/items.ts'
import { ms, nameOf, plural, type Tip } from '../advice/tip.ts'

export const fontsLate: Tip = {
  id: 'fonts-late',
  title: 'Fonts requested late',
  effort: 'low',
  when: 'a font is requested only after the first paint',
  learnMore: 'https://web.dev/articles/font-best-practices',
  find({ vitals: { fcp }, measurement: { requests } }) {
    const first = fcp.value
    if (first === null) return null
    const late = requests.filter(({ kind, startMs }) => kind === 'font' && startMs > first)
    const [font] = late
    if (font === undefined) return null
    const message = `${plural(late.length, 'font')} requested after the first paint at ${ms(first)}: ${nameOf(font.url)} at ${ms(font.startMs)}. Text shows late or changes its look. Preload the fonts that the first screen needs.`
    const items = late.map(({ url, startMs }) => itemOf({ url, text: `requested at ${ms(startMs)}` }))
    return { message, items }
  },
}
