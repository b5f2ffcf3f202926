import { itemOf } from '../advice/items.ts'
import { ms, plural, type Tip } from '../advice/tip.ts'

/** Lighthouse, DOM size. */
const MOST_ELEMENTS = 1400

export const domSize: Tip = {
  id: 'dom-size',
  title: 'Too many DOM elements',
  effort: 'high',
  when: 'the body has more than 1,400 elements',
  learnMore: 'https://developer.chrome.com/docs/lighthouse/performance/dom-size',
  find({ measurement: { document, mainThread } }) {
    if (!document || document.elements <= MOST_ELEMENTS) return null
    const { elements, isCutOff, depth, deepest, mostChildren, mostChildrenOf } = document
    const shares = mainThread.filter(({ kind }) => kind === 'style_layout')
    const busy = shares.reduce((sum, share) => sum + share.ms, 0)
    const cost = busy > 0 ? ` Styles and layout took ${ms(busy)} of the main thread.` : ''
    const size = `${isCutOff ? 'at least ' : ''}${plural(elements, 'element')}`
    const widest = `${plural(mostChildren, 'child', 'children')}${at(' in', mostChildrenOf)}`
    const message = `The body has ${size}, up to ${plural(depth, 'level')} deep${at(' at', deepest)} and with up to ${widest}: up to ${MOST_ELEMENTS.toLocaleString('en-US')} are good.${cost} Create elements only when they are needed.`
    const items = [
      itemOf({ selector: mostChildrenOf, text: plural(mostChildren, 'child', 'children') }),
      itemOf({ selector: deepest, text: `${plural(depth, 'level')} deep` }),
    ]
    return { message, items: items.filter(({ selector }) => selector !== null) }
  },
}

function at(where: string, selector: string | null): string {
  return selector === null ? '' : `${where} ${selector}`
}
