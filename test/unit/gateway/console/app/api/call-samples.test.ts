import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { curlSample, pythonSample, scriptSample } from '#gateway/console/app/api/call-samples.ts'
import type { ApiRequest } from '#gateway/console/app/api/inspection-request.ts'

const BASE = 'http://127.0.0.1:8080/under/'
const url = `https://a.example/?q="it's"&x=$(id)\`id\`#\\`
const get: ApiRequest = { method: 'GET', path: 'metadata', query: { url, fields: 'og' }, body: null }
const post: ApiRequest = { method: 'POST', path: 'snapshot', query: {}, body: { url, fullPage: true } }

/** The words that a shell makes of a command; the key is `secret`. */
function shellWords(command: string): string[] {
  const script = `printf '%s\\0' ${command.slice('curl '.length)}`
  const env = { PAGEPROBE_API_KEY: 'secret' }
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

describe('samples of a call', () => {
  it('for a shell make of a hostile URL one word, and run nothing', () => {
    const [address = '', ...rest] = shellWords(curlSample(BASE, get, false))
    const called = new URL(address)
    expect(called.href.startsWith('http://127.0.0.1:8080/under/metadata?')).to.equal(true)
    expect(called.searchParams.get('url')).to.equal(url)
    expect(rest).to.deep.equal(['-H', 'X-API-Key: secret'])
  })

  it('for a shell send the body as it is', () => {
    const words = shellWords(curlSample(BASE, post, true))
    expect(words.slice(1)).to.deep.equal([
      '-H',
      'X-API-Key: secret',
      '-H',
      'Cache-Control: no-cache',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify(post.body),
    ])
  })

  for (const [name, request] of Object.entries({ get, post })) {
    it(`in JavaScript make the same call: ${name}`, async () => {
      const calls: [string, RequestInit][] = []
      const fetch = async (address: string, init: RequestInit) => {
        calls.push([address, init])
        return { json: async () => ({}) }
      }
      const source = scriptSample(BASE, request, false)
      await new Function('fetch', `return (async () => {${source}\n})()`)(fetch)
      const [[address, init] = ['', {}]] = calls
      expect(new URL(address).searchParams.get('url') ?? JSON.parse(String(init.body)).url).to.equal(url)
      expect(init.method ?? 'GET').to.equal(request.method)
      expect((init.headers as Record<string, string>)['X-API-Key']).to.equal('$PAGEPROBE_API_KEY')
    })
  }

  it('in Python make the same call', () => {
    const body = { url: 'https://a.example/', fullPage: true, selector: null, quality: 80, tags: ['a'] }
    const sample = pythonSample(BASE, { method: 'POST', path: 'snapshot', query: {}, body }, true)
    expect(sample.split('\n').slice(4)).to.deep.equal([
      'request = urllib.request.Request(',
      '    "http://127.0.0.1:8080/under/snapshot",',
      '    method="POST",',
      '    headers={"X-API-Key": "$PAGEPROBE_API_KEY", "Cache-Control": "no-cache", "Content-Type": "application/json"},',
      '    data=json.dumps({"url": "https://a.example/", "fullPage": True, "selector": None, "quality": 80, "tags": ["a"]}).encode(),',
      ')',
      'with urllib.request.urlopen(request) as response:',
      '    result = json.load(response)',
    ])
  })

  it('in Python have a hostile URL as one literal', () => {
    const [, , , , , literal = ''] = pythonSample(BASE, get, false).split('\n')
    const address = JSON.parse(literal.trim().slice(0, -1))
    expect(new URL(address).searchParams.get('url')).to.equal(url)
  })
})
