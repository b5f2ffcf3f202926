// own browser: browsers are crashed, stopped and killed
import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import type { Page } from 'puppeteer-core'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import { Failure } from '#shared/errors.ts'
import type { BrowserTabsOptions } from '#stages/render/adapters/browsers/browser-tabs.ts'
import { readSessionMemory } from '#stages/render/adapters/browsers/memory-limit.ts'
import { DeadlineExceeded, type Tab } from '#stages/render/tab/tab.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { openTestTabs, type TestTabs } from '#test/support/browser/test-tabs.ts'
import { maySecondTry } from '#test/support/second-try.ts'
import { childrenOf, countInSessions, descendantsOf, eventually } from '#test/support/service/processes.ts'
import { htmlPage, openSite, type TargetSite } from '#test/support/sites/target-site.ts'

maySecondTry(
  import.meta.filename,
  'kills real browsers that miss deadlines of the wall clock, which a busy machine lets healthy ones miss',
)

/** A tab with puppeteer's Page, to do with it as pages do. */
type PageTab = Tab & { readonly page: Page }

const MIB = 1024 * 1024
const never = new AbortController().signal

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0)

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

/** Puts variables of the environment back. */
function restore(before: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

describe('browser tabs', function () {
  this.timeout(60_000)
  let tabs: TestTabs
  let site: TargetSite

  before(async function () {
    requireBrowser(this)
    site = await openSite({
      routes: {
        '/cached': (_, response) => {
          response.writeHead(200, { 'cache-control': 'max-age=600', 'content-type': 'text/plain' }).end('x')
        },
        '/worker.js': (_, response) => {
          response.writeHead(200, { 'content-type': 'text/javascript' }).end('onfetch = () => {}')
        },
        '/hungry': (_, response) =>
          htmlPage(
            response,
            '/hungry',
            '<script>a = []; setInterval(() => a.push(new Uint8Array(3e7).fill(1)), 20)</script>',
          ),
        '/endless': (_, response) => htmlPage(response, '/endless', '<script>for (;;);</script>'),
        '/hanging': () => {},
      },
    })
  })
  after(() => site?.close())
  afterEach(() => tabs?.close())

  const open = async (options: Partial<BrowserTabsOptions> = {}) => {
    tabs = await openTestTabs(options)
  }
  const use = <T>(work: (tab: PageTab) => Promise<T>, deadlineMs = 30_000, signal = never) =>
    tabs.useShared(async (tab) => work({ ...tab, page: (await tab.target.page()) as Page }), {
      deadlineMs,
      signal,
    })
  const browsers = () => childrenOf(process.pid, tabs.folder)
  /** The title of a page, as a job that works. */
  const titleOf = (path: string) =>
    use(async ({ page, guard }) => {
      await guard(page.goto(site.url(path)))
      return guard(page.title())
    })
  const visit = (path: string) => (tab: PageTab) => tab.guard(tab.page.goto(site.url(path)))
  const failureOf = (job: Promise<unknown>) =>
    job.then(
      () => 'no failure',
      (error) => (error instanceof Failure ? error.code : error.name),
    )

  /** As a page would that breaks it: the browser of the tab is gone at once. */
  const crashBrowser = async ({ page, guard }: PageTab) => {
    await guard(pause(100))
    const session = await page.browser().target().createCDPSession()
    await guard(session.send('Browser.crash'))
  }

  it('reach sites by a proxy of their own, and no others', async () => {
    await open()
    const [counts, refusals] = await use(async (tab) => {
      await visit('/a')(tab)
      const counts = tab.proxy.counts()
      await tab.guard(tab.page.goto('http://10.0.0.1/')).catch(() => {})
      return [counts, tab.proxy.refusals()] as const
    })
    expect(counts).to.include({ refused: 0, unreachable: 0 })
    expect(counts.requests).to.be.above(0)
    expect(refusals).to.deep.equal([{ host: '10.0.0.1', port: 80, reason: 'address_not_allowed' }])
  })

  it('leave nothing behind for the next one', async () => {
    await open()
    const leave = `(async () => {
      document.cookie = 'left=behind; max-age=600'
      localStorage.left = 'behind'
      await navigator.serviceWorker.register('/worker.js')
      await navigator.serviceWorker.ready
      await caches.open('left')
      await (await fetch('/cached')).text()
    })()`
    const find = `(async () => {
      await (await fetch('/cached')).text()
      const workers = await navigator.serviceWorker.getRegistrations()
      return [document.cookie, localStorage.length, workers.length, (await caches.keys()).length].join()
    })()`
    const visitAnd = (script: string) => async (tab: PageTab) => {
      await visit('/a')(tab)
      return tab.guard(tab.page.evaluate(script))
    }
    await use(visitAnd(leave))
    await use(visitAnd(leave))
    expect(site.hits('/cached')).to.equal(2)
    expect(await use(visitAnd(find))).to.equal(',0,0,0')
    expect(site.hits('/cached')).to.equal(3)
    expect(tabs.stats()).to.include({ launched: 1 })
  })

  it('live in the United States by their words, and in UTC by their clock, wherever the machine is', async () => {
    const { TZ, LANG } = process.env
    Object.assign(process.env, { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' })
    try {
      await open()
      const written = await use(({ page, guard }) =>
        guard(
          page.evaluate(
            `[new Date(0).toLocaleString(), (1234.5).toLocaleString(), navigator.language].join(' ')`,
          ),
        ),
      )
      // A narrow space parts the time from AM.
      expect(String(written).replace('\u202f', ' ')).to.equal('1/1/1970, 12:00:00 AM 1,234.5 en-US')
    } finally {
      restore({ TZ, LANG })
    }
  })

  it('have one page only', async () => {
    await open()
    const pages = await use(async ({ page, guard }) => {
      await guard(page.evaluate(`for (let i = 0; i < 5; i++) open('about:blank')`))
      await guard(page.setContent(`<a href="about:blank" target=_blank>x</a>`))
      await guard(page.click('a'))
      await pause(300)
      return page.browserContext().pages()
    })
    expect(pages).to.have.length(1)
  })

  it('are all closed, however many there were, and cost no more in the end than at the start', async () => {
    await open({ concurrency: 2 })
    const ten = () => Promise.all(Array.from({ length: 10 }, (_, i) => titleOf(`/${i}`)))
    await ten()
    expect(await eventually(() => tabs.stats().warm === 2)).to.equal(true)
    const leaders = browsers()
    const before = countInSessions(leaders)
    const bytes = () =>
      sum([...readSessionMemory(new Set(leaders)).values()].map(({ totalBytes }) => totalBytes))
    const bytesBefore = bytes()
    for (let i = 0; i < 5; i++) expect(await ten()).to.include('Page /7')
    expect(await eventually(() => tabs.stats().warm === 2)).to.equal(true)
    // A tab counts as warm from when its opening began.
    expect(await eventually(() => tabs.stats().contexts === 2)).to.equal(true)
    expect(tabs.stats()).to.deep.include({ launched: 1, browsers: 1, running: 0 })
    // Each of the 50 had a process; a browser may keep one in reserve, and lets go of them a moment later.
    expect(await eventually(() => countInSessions(leaders) <= before + 2)).to.equal(true)
    expect(bytes()).to.be.below(1.5 * bytesBefore)
  })

  it('may not take the memory that others in their browser have a right to', async () => {
    await open({ concurrency: 2, memoryBytes: 512 * 2 ** 20 })
    const held = Promise.withResolvers<void>()
    const other = use(() => held.promise)
    const greedy = use(async ({ page, guard }) => {
      await guard(page.evaluate(`void (window.kept = new Uint8Array(600 * 2 ** 20).fill(1))`))
      await guard(pause(20_000))
    })
    const outcome = await greedy.then(
      () => 'it was let be',
      (error: { code?: string }) => error.code,
    )
    held.resolve()
    await other
    expect(outcome).to.equal('BROWSER_CRASHED')
  })

  describe('that are lost', () => {
    it('are replaced once by another in another browser', async () => {
      await open()
      const tried: (number | undefined)[] = []
      const title = await use(async (tab) => {
        tried.push(browsers()[0])
        if (tried.length === 1) await tab.guard(tab.page.goto('chrome://crash'))
        await visit('/again')(tab)
        return tab.guard(tab.page.title())
      })
      expect(title).to.equal('Page /again')
      expect(new Set(tried).size).to.equal(2)
    })

    it('twice are the page’s fault, and the next job has a good one', async () => {
      await open()
      const crash = ({ page, guard }: PageTab) => guard(page.goto('chrome://crash'))
      expect(await failureOf(use(crash))).to.equal('BROWSER_CRASHED')
      expect(await titleOf('/next')).to.equal('Page /next')
    })

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

    it('because their browser was killed are all replaced, guarded or not', async () => {
      await open({ concurrency: 4 })
      let running = 0
      const work = (isGuarded: boolean) => {
        let tries = 0
        return use(async (tab) => {
          tries += 1
          if (tries > 1) return tab.page.evaluate('1 + 1')
          running += 1
          const going = tab.page.goto(site.url('/hanging'))
          return isGuarded ? tab.guard(going) : going
        })
      }
      const jobs = [true, false, true, false].map(work)
      expect(await eventually(() => running === 4 && site.hits('/hanging') === 4, 40_000)).to.equal(true)
      for (const pid of browsers()) process.kill(pid, 'SIGKILL')
      expect(await Promise.all(jobs)).to.deep.equal([2, 2, 2, 2])
      expect(tabs.stats()).to.include({ crashed: 1 })
      expect(await titleOf('/after')).to.equal('Page /after')
    })

    it('for the memory a page takes cost the others one more try, and that page is told of', async () => {
      await open({ concurrency: 2, memoryBytes: 500 * MIB, memoryCheckMs: 50 })
      let tries = 0
      const { promise: hungryEnded, resolve } = Promise.withResolvers<void>()
      const [hungry, other] = await Promise.all([
        failureOf(
          use(async (tab) => {
            await visit('/hungry')(tab)
            await tab.guard(new Promise(() => {}))
          }),
        ).finally(resolve),
        use(async ({ page, guard }) => {
          tries += 1
          await guard(hungryEnded)
          return guard(page.evaluate('1 + 1'))
        }),
      ])
      expect({ hungry, other, tries }).to.deep.equal({ hungry: 'BROWSER_CRASHED', other: 2, tries: 2 })
      expect(tabs.logged.map(({ about }) => String(about.reason)).join()).to.match(
        /too much memory: \d{3,} MiB/,
      )
    })

    it('because their browser draws nothing are replaced, long before the time of the page is over that keeps it from it', async () => {
      await open({ concurrency: 2, probeTimeoutMs: 1500, probeEveryMs: 200 })
      let isOver = false
      const hung = use(async ({ page, guard }) => {
        expect(await guard(page.evaluate(endlessShader))).to.equal(true)
        await guard(new Promise(() => {}))
      }, 12_000).finally(() => {
        isOver = true
      })
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

  it('that take each browser of theirs along take nobody along twice', async () => {
    await open({ concurrency: 3 })
    const bad = [1, 2].map(() => failureOf(use(crashBrowser)))
    let tries = 0
    const good = use(async ({ guard, page }) => {
      tries += 1
      await guard(tries === 1 ? new Promise(() => {}) : pause(1500))
      return guard(page.evaluate('1 + 1'))
    })
    expect(await Promise.all([...bad, good])).to.deep.equal(['BROWSER_CRASHED', 'BROWSER_CRASHED', 2])
    expect(tries).to.equal(2)
  })

  describe('whose time is over', () => {
    it('end, whatever their page does, and the next job is fine', async () => {
      await open()
      let signal: AbortSignal | undefined
      const job = use((tab) => {
        signal = tab.signal
        return visit('/endless')(tab)
      }, 500)
      expect(await job.catch((error) => error)).to.be.instanceOf(DeadlineExceeded)
      expect(signal?.aborted).to.equal(true)
      expect(await titleOf('/next')).to.equal('Page /next')
      expect(tabs.stats()).to.include({ launched: 1 })
    })

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

    it('end, even when the work never looks at them', async () => {
      await open()
      const job = use(() => new Promise(() => {}), 300)
      expect(await job.catch((error) => error)).to.be.instanceOf(DeadlineExceeded)
    })
  })

  describe('that the caller gives up', () => {
    it('end with the reason', async () => {
      await open()
      const caller = new AbortController()
      const job = use(
        async (tab) => {
          caller.abort(new Error('changed my mind'))
          await tab.guard(new Promise(() => {}))
        },
        30_000,
        caller.signal,
      )
      expect(await job.catch((error) => error.message)).to.equal('changed my mind')
    })

    it('before their turn are never opened', async () => {
      await open()
      const caller = new AbortController()
      let isUsed = false
      const first = titleOf('/first')
      const second = use(
        async () => {
          isUsed = true
        },
        30_000,
        caller.signal,
      )
      caller.abort(new Error('changed my mind'))
      expect(await second.catch((error) => error.message)).to.equal('changed my mind')
      await first
      await titleOf('/third')
      expect(isUsed).to.equal(false)
    })
  })

  it('keep nothing of a job that is done', async () => {
    await open()
    setFlagsFromString('--expose-gc')
    const collectGarbage: () => void = runInNewContext('gc')
    const results: WeakRef<object>[] = []
    for (let i = 0; i < 5; i++) results.push(new WeakRef(await use(async () => ({ i }))))
    const isGone = () => {
      collectGarbage()
      // The last job's is the queue's until the next.
      return results.slice(0, -1).every((result) => result.deref() === undefined)
    }
    expect(await eventually(isGone)).to.equal(true)
    expect(tabs.stats()).to.include({ launched: 1 })
  })

  it('reject as the work does', async () => {
    await open()
    const job = use(() => Promise.reject(new Failure('PAGE_TOO_TALL', 'too tall')))
    expect(await failureOf(job)).to.equal('PAGE_TOO_TALL')
  })

  describe('wait for a browser', () => {
    const failing = (times: number) => {
      let starts = 0
      return () => (++starts <= times ? '/bin/false' : findChromium())
    }

    it('that failed to start once, and none the wiser', async () => {
      await open({ findBrowser: failing(1) })
      expect(await titleOf('/a')).to.equal('Page /a')
    })

    it('in vain when it does not start, until it does', async () => {
      await open({ findBrowser: failing(3) })
      expect(await failureOf(titleOf('/a'))).to.equal('SERVICE_UNAVAILABLE')
      expect(tabs.isHealthy()).to.equal(false)
      expect(await eventually(() => tabs.isHealthy(), 30_000)).to.equal(true)
      expect(await titleOf('/a')).to.equal('Page /a')
      expect(tabs.logged.filter(({ level }) => level === 'error')).to.have.length(3)
    })

    it('and say so, while one that takes no more jobs is still at work', async () => {
      let starts = 0
      const once = () => (++starts === 1 ? findChromium() : null)
      await open({ concurrency: 2, maxJobs: 2, findBrowser: once })
      const lasting = Promise.withResolvers<void>()
      const job = use(() => lasting.promise)
      expect(await titleOf('/a')).to.equal('Page /a')
      expect(await eventually(() => !tabs.isHealthy(), 10_000)).to.equal(true)
      expect(tabs.stats()).to.include({ browsers: 1, running: 1 })
      lasting.resolve()
      await job
    })

    it('in vain where there is none, and say so', async () => {
      await open({ findBrowser: () => null })
      expect(await failureOf(titleOf('/a'))).to.equal('SERVICE_UNAVAILABLE')
      expect(await failureOf(titleOf('/a'))).to.equal('SERVICE_UNAVAILABLE')
      const errors = tabs.logged.map(({ about }) => String(about.err))
      expect(errors.join()).to.match(/no Chromium.*CHROME_PATH/)
    })
  })

  describe('share a browser', () => {
    it('for so many jobs only', async () => {
      await open({ maxJobs: 2 })
      for (const path of ['/1', '/2', '/3', '/4', '/5']) expect(await titleOf(path)).to.equal(`Page ${path}`)
      expect(tabs.stats()).to.include({ launched: 3, recycled: 2, crashed: 0 })
    })

    it('four at a time', async () => {
      await open({ concurrency: 5 })
      expect(await eventually(() => tabs.stats().browsers === 2, 20_000)).to.equal(true)
      expect(await Promise.all(['/1', '/2', '/3', '/4', '/5'].map(titleOf))).to.include('Page /5')
      expect(tabs.stats()).to.include({ launched: 2 })
    })

    it('that is replaced, and keep it until they are done', async () => {
      await open({ concurrency: 2, maxJobs: 2 })
      const { promise: isNext, resolve: goOn } = Promise.withResolvers<void>()
      let tries = 0
      const long = use(async ({ page, guard }) => {
        tries += 1
        await guard(isNext)
        return guard(page.evaluate('1 + 1'))
      })
      await titleOf('/1')
      await titleOf('/2')
      expect(tabs.stats()).to.include({ launched: 2, browsers: 2, recycled: 1 })
      goOn()
      expect([await long, tries]).to.deep.equal([2, 1])
      expect(await eventually(() => tabs.stats().browsers === 1)).to.equal(true)
    })

    it('for so long only', async () => {
      await open({ maxAgeMs: 0 })
      for (const path of ['/1', '/2']) expect(await titleOf(path)).to.equal(`Page ${path}`)
      expect(await eventually(() => tabs.stats().recycled === 2)).to.equal(true)
    })
  })

  it('that waited for their job too long are not used', async () => {
    await open({ warmAgeMs: 0 })
    expect(await titleOf('/a')).to.equal('Page /a')
    expect(await titleOf('/b')).to.equal('Page /b')
    expect(tabs.stats()).to.include({ launched: 1 })
  })

  describe('are stopped', () => {
    it('with all processes and profiles, after the jobs that run', async () => {
      await open({ concurrency: 2 })
      const job = titleOf('/last')
      await eventually(() => tabs.stats().browsers === 1, 30_000)
      const leaders = browsers()
      expect(leaders).to.have.length(1)
      expect(await job).to.equal('Page /last')
      await tabs.stop()
      expect(await eventually(() => countInSessions(leaders) === 0)).to.equal(true)
      expect(await readdir(tabs.folder)).to.deep.equal([])
      expect(await failureOf(titleOf('/too-late'))).to.equal('SERVICE_UNAVAILABLE')
    })

    it('with jobs that do not end, and those that wait', async () => {
      await open()
      const jobs = [1, 2].map(() => failureOf(use(visit('/endless'))))
      await eventually(() => site.hits('/endless') > 0)
      const leaders = browsers()
      await tabs.stop()
      expect(await Promise.all(jobs)).to.deep.equal(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
      expect(await eventually(() => countInSessions(leaders) === 0)).to.equal(true)
    })

    it('while a browser starts', async () => {
      await open()
      await eventually(() => browsers().length > 0)
      const leaders = browsers()
      await tabs.stop()
      expect(await eventually(() => countInSessions(leaders) === 0)).to.equal(true)
      expect(await readdir(tabs.folder)).to.deep.equal([])
    })
  })
})
