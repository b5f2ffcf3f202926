import { expect } from 'chai'
import { analyseCode, type CodeFindings } from '#stages/render/lab/code/analyse-code.ts'
import type { CollectedCode } from '#stages/render/lab/code/code-probe.ts'
import { makeCodeProbe } from '#stages/render/lab/code/code-probe.ts'
import type { CodeMeasurement } from '#stages/render/lab/code/measure-code.ts'
import { loadRepeatView } from '#stages/render/lab/requests/repeat-view.ts'
import { file, html, script } from '#test/site/lab-resources/pages.ts'
import { functions, rules } from '#test/support/performance/generated-code.ts'
import { labPages } from '../lab-pages.ts'

const uncached = { 'cache-control': 'no-store' }
const css = (text: string) => file('text/css', text)

describe('makeCodeProbe', () => {
  const { site, open } = labPages({
    '/page': html(`<link rel=stylesheet href=/a.css><style>${rules('.inline', 3)}</style><p>Text</p>
      <script src=/moved.js></script><script src=/claims.js></script><script>${functions('inline', 3)}</script>
      <script>eval(${JSON.stringify(functions('generated', 3))}); debugger</script><iframe src=/frame></iframe>`),
    '/frame': html(
      '<link rel=stylesheet href=/a.css><b>Text</b><script type=module src=/module.js></script>',
    ),
    '/a.css': css(`@import "/imported.css"; ${rules('b', 1)} ${rules('.never', 2)}`),
    '/imported.css': css(rules('p', 2)),
    '/moved.js': (_request, response) => void response.writeHead(302, { location: '/final.js' }).end(),
    '/final.js': script(`${functions('final', 2)}; final0(); setInterval(() => { debugger }, 1)`),
    '/claims.js': script(`${functions('claims', 2)}\n//# sourceURL=/final.js\n//# sourceMappingURL=data:,{}`),
    '/module.js': script(`${functions('module', 2)}; export { module0, module1 }; import('/lazy.js')`),
    '/lazy.js': script(`${functions('lazy', 2)}; export { lazy0, lazy1 }`),
    '/uncached': html('<link rel=stylesheet href=/uncached.css><p>Text</p>', uncached),
    '/uncached.css': file('text/css', rules('p', 2), uncached),
    '/many': html(`<script>const many = '//${'x'.repeat(3_000_000)}'
      for (let at = 0; at < 5; at++) eval(at + many)</script>`),
  })

  async function probe(
    path: string,
  ): Promise<Pick<CollectedCode, 'scripts'> & Pick<CodeFindings, 'coverage'>> {
    const { tab, load } = await open()
    await load(path)
    let made: ReturnType<typeof makeCodeProbe> | null = null
    let collected: CollectedCode | null = null
    const code: CodeMeasurement = {
      start: async (session) => {
        made = makeCodeProbe(session)
        await made.start()
      },
      collect: async (requests) => {
        collected = (await made?.collect(requests)) ?? null
      },
    }
    const options = { url: site().url(path), waitUntil: 'load', budgetMs: 5000, code } as const
    const view = await loadRepeatView(tab, options)
    expect(view).to.have.property('byUrl')
    if (collected === null) throw new Error('Nothing was collected')
    const { scripts } = collected
    return { scripts, coverage: analyseCode({ ...(collected as CollectedCode), budgetMs: 0 }).coverage }
  }

  it('asks the server for nothing but what the page asks for when it is loaded again', async () => {
    const { coverage } = await probe('/uncached')
    expect(coverage?.map(({ url }) => new URL(url).pathname)).to.deep.equal(['/uncached.css'])
    expect([site().hits('/uncached'), site().hits('/uncached.css')]).to.deep.equal([2, 2])
  })

  it('measures files of the page and its frames, also where a script claims the name of another', async () => {
    const { coverage, scripts } = await probe('/page')
    const unused = coverage?.map(({ url, kind, unusedCharacters }) => [
      new URL(url).pathname,
      kind,
      Math.round(unusedCharacters / 1000),
    ])
    expect(unused).to.have.deep.members([
      ['/final.js', 'javascript', 1],
      ['/claims.js', 'javascript', 2],
      ['/module.js', 'javascript', 2],
      ['/lazy.js', 'javascript', 2],
      ['/a.css', 'stylesheet', 2],
      ['/imported.css', 'stylesheet', 0],
    ])
    const texts = scripts.map(({ url, text, inlineMap }) => [
      new URL(url).pathname,
      text?.slice(0, 16),
      inlineMap,
    ])
    expect(texts).to.deep.include(['/claims.js', 'function claims0', 'data:,{}'])
    expect(texts).to.deep.include(['/lazy.js', 'function lazy0()', null])
  })

  it('gives up on a page with very much code', async () => {
    const error = await probe('/many').then(
      () => null,
      ({ name }: Error) => name,
    )
    expect(error).to.equal('TooMuchCode')
  })
})
