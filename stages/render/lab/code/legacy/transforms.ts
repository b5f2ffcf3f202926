import type { LegacyPart } from './polyfills.ts'

/** Code that a compiler writes for a syntax that old browsers lack. */
interface Transform {
  readonly name: string
  /** A text of its helper function that no minifier changes. */
  readonly marker: string
  /** Characters of the helper functions, minified, at least. */
  readonly helper: number
  /** What the compiler writes each time, with the characters that it takes more than the syntax, at least. */
  readonly uses: readonly (readonly [RegExp, characters: number])[]
}

/** Texts of Babel, SWC and TypeScript; sizes are those of their usual output, so they are estimates. */
const transforms: readonly Transform[] = [
  {
    name: '@babel/plugin-transform-classes',
    marker: 'Cannot call a class as a function',
    helper: 500,
    uses: [
      // {key:"name",value:function(){}} in place of name(){}
      [/\bkey:\s?["'][\w$]{1,80}["'],\s?(?:value|get|set):\s?function\b/g, 22],
    ],
  },
  {
    name: '@babel/plugin-transform-regenerator',
    marker: 'Generator is already running',
    helper: 1500,
    uses: [[/\bswitch\s?\(\s?[\w$]{1,40}\.(?:(?:prev|p)\s?=\s?[\w$]{1,40}\.)?(?:next|n)\s?\)/g, 80]],
  },
  {
    name: 'TypeScript generators',
    marker: 'Generator is already executing',
    helper: 1000,
    uses: [[/\bswitch\s?\(\s?[\w$]{1,40}\.label\s?\)/g, 50]],
  },
  {
    name: '@babel/plugin-transform-spread',
    marker: 'Invalid attempt to spread non-iterable instance',
    helper: 800,
    uses: [[/\.apply\(void 0,\s?[\w$]{1,40}\(/g, 17]],
  },
]

/** Name and end of the function whose body the text before ends in. */
const FUNCTION_NAME = /function\s+([\w$]{1,60})\s?\([^()]{0,80}\)\s?\{[^{}]{0,200}$/
/** Characters before a marker in which its function begins. */
const MAX_HELPER_CHARS = 400
/** Characters that a class takes more without the syntax, apart from its methods: the function around it and the call of the helper. */
const CLASS_CHARS = 40

/** Transforms of syntax that all Baseline browsers have, in the text of a script. */
export function findTransforms(text: string): LegacyPart[] {
  return transforms.flatMap(({ name, marker, helper, uses }) => {
    const at = text.indexOf(marker)
    if (at === -1) return []
    const used = uses.reduce((sum, [pattern, characters]) => sum + countOf(text, pattern) * characters, 0)
    return [{ name, characters: helper + used + classCalls(text, name, at) * CLASS_CHARS }]
  })
}

function countOf(text: string, pattern: RegExp): number {
  return text.matchAll(pattern).reduce((count) => count + 1, 0)
}

/** How often the function around `at`, which checks that a class is called by `new`, is called. */
function classCalls(text: string, name: string, at: number): number {
  if (name !== '@babel/plugin-transform-classes') return 0
  const helper = FUNCTION_NAME.exec(text.slice(Math.max(0, at - MAX_HELPER_CHARS), at))?.[1]
  return helper === undefined ? 0 : text.split(`${helper}(this,`).length - 1
}
