// own browser: browsers are stopped
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { BrowserTabsOptions } from '#stages/render/adapters/browsers/browser-tabs.ts'
import { DeadlineExceeded } from '#stages/render/tab/tab.ts'
import {
  type PageTab,
  tabsFixture,
} from '#test/browser/stages/render/adapters/browsers/browser-tabs/tabs-fixture.ts'
import { openTestTabs, type TestTabs } from '#test/support/browser/test-tabs.ts'
import { descendantsOf } from '#test/support/service/processes.ts'

/** Draws with WebGL, and is done in years; whether there is WebGL. */
const endlessShader = `(() => {
  const canvas = document.body.appendChild(document.createElement('canvas'))
  canvas.width = canvas.height = 1024
  const gl = canvas.getContext('webgl')
  if (gl === null) return false
  const program = gl.createProgram()
  const add = (type, text) => {
    const shader = gl.createShader(type)
    gl.shaderSource(shader, text)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  add(gl.VERTEX_SHADER, 'attribute vec2 at; void main() { gl_Position = vec4(at, 0., 1.); }')
  add(gl.FRAGMENT_SHADER, \`precision highp float;
    void main() {
      float x = gl_FragCoord.x;
      for (int i = 0; i < 100000000; i++) x = sin(x) * cos(x) + 1.0001;
      gl_FragColor = vec4(x);
    }\`)
  gl.linkProgram(program)
  gl.useProgram(program)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
  gl.enableVertexAttribArray(0)
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
  const draw = () => {
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    requestAnimationFrame(draw)
  }
  draw()
  return true
})()`

describe('browsers that are stuck', function () {
  this.timeout(60_000)
  let tabs: TestTabs
  const { use, visit, titleOf, browsers } = tabsFixture(() => tabs)
  afterEach(() => tabs?.close())
  const open = async (options: Partial<BrowserTabsOptions> = {}) => {
    tabs = await openTestTabs(options)
  }

  describe('lose their tabs, which are replaced', () => {
    it('when their job is done, since they do not close, are not the next job’s loss', async () => {
      await open({ tabTimeoutMs: 1000, closeTimeoutMs: 100 })
      await use(async (tab) => {
        await visit('/a')(tab)
        // Whatever is opened ahead is open by now.
        await pause(500)
        for (const pid of browsers()) process.kill(pid, 'SIGSTOP')
      })
      let tries = 0
      const title = await use(async (tab) => {
        tries += 1
        await visit('/next')(tab)
        return tab.guard(tab.page.title())
      })
      expect({ title, tries }).to.deep.equal({ title: 'Page /next', tries: 1 })
      expect(tabs.stats()).to.include({ launched: 2, recycled: 1 })
    })

    it('because their browser draws nothing are replaced, long before the time of the page is over that keeps it from it', async () => {
      await open({ concurrency: 2, probeTimeoutMs: 1500, probeEveryMs: 200 })
      let isOver = false
      const drawing = Promise.withResolvers<void>()
      const hung = use(async ({ page, guard }) => {
        expect(await guard(page.evaluate(endlessShader))).to.equal(true)
        drawing.resolve()
        await guard(new Promise(() => {}))
      }, 12_000).finally(() => {
        isOver = true
      })
      await drawing.promise
      await pause(1000)
      const shot = await use(({ page, guard }) => guard(page.screenshot()))
      expect({ isOver, hasPicture: shot.length > 0 }).to.deep.equal({ isOver: false, hasPicture: true })
      expect(tabs.logged.map(({ about }) => String(about.reason)).join()).to.match(/is stuck: .*paint/)
      // Alone in a browser, it has its time.
      expect(await hung.catch((error) => error)).to.be.instanceOf(DeadlineExceeded)
    })

    for (const [name, flag] of [
      ['it', '--remote-debugging-pipe'],
      ['the process that draws for it', '--type=gpu-process'],
      ['the process that loads for it', '--utility-sub-type=network.mojom.NetworkService'],
    ] as const) {
      it(`because their browser is stuck are replaced: ${name}`, async () => {
        await open({ concurrency: 2, probeTimeoutMs: 1500, probeEveryMs: 200 })
        await titleOf('/before')
        const stuck = descendantsOf(process.pid).filter(({ command }) => command.includes(flag))
        expect(stuck).to.have.length(1)
        for (const { pid } of stuck) process.kill(pid, 'SIGSTOP')
        const shoot = async (tab: PageTab) => {
          await visit('/during')(tab)
          return (await tab.guard(tab.page.screenshot())).length > 0
        }
        expect(await Promise.all([use(shoot), use(shoot)])).to.deep.equal([true, true])
        expect(await titleOf('/next')).to.equal('Page /next')
        expect(tabs.stats()).to.include({ recycled: 1, crashed: 0 })
      })
    }
  })

  describe('end with a job whose time is over', () => {
    it('end with their browser when that is stuck, and the next job has another', async () => {
      await open({ tabTimeoutMs: 2000, closeTimeoutMs: 100 })
      const job = use(async () => {
        for (const pid of browsers()) process.kill(pid, 'SIGSTOP')
        await new Promise(() => {})
      }, 300)
      expect(await job.catch((error) => error)).to.be.instanceOf(DeadlineExceeded)
      expect(await titleOf('/next')).to.equal('Page /next')
      expect(tabs.stats()).to.include({ launched: 2, recycled: 1 })
    })

    it('end with their browser when it draws no new page any more, and who shares it has another', async () => {
      await open({ concurrency: 2, probeTimeoutMs: 2000, probeEveryMs: 60_000 })
      const hung = use(async ({ page, guard }) => {
        expect(await guard(page.evaluate(endlessShader))).to.equal(true)
        await guard(new Promise(() => {}))
      }, 2000)
      let tries = 0
      const other = use(async ({ page, guard }) => {
        tries += 1
        if (tries === 1) await guard(new Promise(() => {}))
        return guard(page.screenshot())
      })
      expect(await hung.catch((error) => error)).to.be.instanceOf(DeadlineExceeded)
      expect((await other).length).to.be.above(0)
      expect(tries).to.equal(2)
      expect(tabs.stats()).to.include({ recycled: 1, crashed: 0 })
    })

    it('end with their browser when it loads nothing any more, and the next job has another', async () => {
      await open({ probeTimeoutMs: 2000, probeEveryMs: 60_000 })
      await titleOf('/before')
      const isLoading = ({ command }: { command: string }) =>
        command.includes('=network.mojom.NetworkService')
      for (const { pid } of descendantsOf(process.pid).filter(isLoading)) process.kill(pid, 'SIGSTOP')
      const job = use(visit('/stuck'), 500)
      expect(await job.catch((error) => error)).to.be.instanceOf(DeadlineExceeded)
      expect(await titleOf('/next')).to.equal('Page /next')
      expect(tabs.stats()).to.include({ launched: 2, recycled: 1 })
    })
  })
})
