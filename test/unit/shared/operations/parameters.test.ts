import { expect } from 'chai'
import type { Problem } from '#shared/errors.ts'
import { checkParameters, isAvailable } from '#shared/operations/parameters.ts'

const url = 'http://shop.example/'
const defaults = { url, fields: 'all', device: 'desktop', max_images: 25, max_links: 100 }

/** As in a query or an event. */
const texts = (raw: unknown) => checkParameters('metadata', raw, true)
/** As in a JSON body. */
const typed = (raw: unknown) => checkParameters('metadata', raw, false)

function parametersOf(checked: ReturnType<typeof texts>): Readonly<Record<string, unknown>> {
  if ('problems' in checked) throw new Error(checked.problems.map(({ message }) => message).join())
  return checked.parameters
}

function problemsOf(checked: ReturnType<typeof texts>): readonly Problem[] {
  if ('parameters' in checked) throw new Error(`accepted: ${JSON.stringify(checked.parameters)}`)
  return checked.problems
}

/** The one problem, which has to be of this parameter and to begin with its name. */
function problemOf(name: string, checked: ReturnType<typeof texts>): Problem {
  const problems = problemsOf(checked)
  expect(problems.map(({ path }) => path)).to.deep.equal([[name]])
  const [problem] = problems as [Problem]
  expect(problem.message.startsWith(`${name} `), problem.message).to.equal(true)
  for (const one of [problem.expected, problem.received, problem.message]) expect(one).to.be.a('string')
  return problem
}

describe('parameters', () => {
  it('say of a url that is given twice that it was', () => {
    expect(problemOf('url', texts({ url: [url, url] })).message).to.equal(
      'url must be given once, as a string',
    )
    expect(problemOf('url', typed({ url: 5 })).message).to.equal('url must be a string')
    expect(problemOf('url', texts({})).message).to.equal('url is required')
  })

  it('are those of the operations that are offered', () => {
    expect(isAvailable('metadata')).to.equal(true)
    for (const none of [
      '',
      'Metadata',
      'constructor',
      '__proto__',
      'toString',
      null,
      undefined,
      5,
      ['metadata'],
    ]) {
      expect(isAvailable(none), String(none)).to.equal(false)
    }
  })

  it('have the defaults of the contract', () => {
    expect(parametersOf(texts({ url }))).to.deep.equal(defaults)
    expect(parametersOf(typed({ url }))).to.deep.equal(defaults)
  })

  describe('url', () => {
    const accepted = [
      'http://a.example',
      'HTTPS://A.EXAMPLE/',
      'http://a.example:65535/x?y=1&y=2#z',
      'http://bücher.example/ü',
      'http://[2001:db8::1]/',
      'http://127.0.0.1/',
      `http://a.example/${'x'.repeat(8192 - 17)}`,
    ]
    for (const one of accepted) {
      it(`may be ${one.slice(0, 60)} (${one.length} characters), kept as it is spelt`, () => {
        expect(parametersOf(texts({ url: one })).url).to.equal(one)
      })
    }

    const refused: [title: string, value: unknown, code: Problem['code']][] = [
      ['missing', undefined, 'invalid_type'],
      ['empty', '', 'invalid_string'],
      ['a name alone', 'shop.example', 'invalid_string'],
      ['without host', 'http://', 'invalid_string'],
      ['relative', '/page', 'invalid_string'],
      ['without scheme', '//shop.example/', 'invalid_string'],
      ['of scheme ftp', 'ftp://shop.example/', 'invalid_string'],
      ['of scheme file', 'file:///etc/passwd', 'invalid_string'],
      ['of scheme javascript', 'javascript:alert(1)', 'invalid_string'],
      ['of scheme data', 'data:text/html,x', 'invalid_string'],
      ['of scheme view-source', 'view-source:http://a.example/', 'invalid_string'],
      ['with user', 'http://user@shop.example/', 'invalid_string'],
      ['with password', 'http://:secret@shop.example/', 'invalid_string'],
      ['with a port that is none', 'http://shop.example:65536/', 'invalid_string'],
      ['with a host that is none', 'http://exa mple/', 'invalid_string'],
      ['of 8,193 characters', `http://a.example/${'x'.repeat(8193 - 17)}`, 'too_big'],
      ['a number', 5, 'invalid_type'],
      ['null', null, 'invalid_type'],
      ['a list', [url], 'invalid_type'],
      ['given twice', [url, url], 'invalid_type'],
      ['an object', { href: url }, 'invalid_type'],
    ]
    for (const [title, value, code] of refused) {
      it(`must not be ${title}`, () => {
        const raw = value === undefined ? {} : { url: value }
        expect(problemOf('url', texts(raw)).code).to.equal(code)
        expect(problemOf('url', typed(raw)).code).to.equal(code)
      })
    }

    it('is refused in the words of the contract', () => {
      expect(problemOf('url', texts({ url: 'x' })).message).to.equal('url must be a valid http or https URL')
      expect(problemOf('url', texts({ url: 'x' })).received).to.equal('x')
    })

    it('is not repeated at length', () => {
      expect(problemOf('url', texts({ url: 'x'.repeat(100_000) })).received.length).to.be.below(300)
    })
  })

  for (const [name, least, most] of [
    ['max_images', 1, 100],
    ['max_links', 1, 500],
  ] as const) {
    describe(name, () => {
      for (const number of [least, least + 1, most - 1, most]) {
        it(`may be ${number}`, () => {
          expect(parametersOf(texts({ url, [name]: String(number) }))[name]).to.equal(number)
          expect(parametersOf(texts({ url, [name]: number }))[name]).to.equal(number)
          expect(parametersOf(typed({ url, [name]: number }))[name]).to.equal(number)
        })
      }

      for (const [value, code] of [
        [least - 1, 'too_small'],
        [-1, 'too_small'],
        [most + 1, 'too_big'],
        [1.5, 'invalid_type'],
        [1e300, 'too_big'],
      ] as const) {
        it(`must not be ${value}: ${code}`, () => {
          expect(problemOf(name, typed({ url, [name]: value })).code).to.equal(code)
          expect(problemOf(name, texts({ url, [name]: value })).code).to.equal(code)
        })
      }

      it('is judged alike as a text', () => {
        expect(problemOf(name, texts({ url, [name]: String(least - 1) })).code).to.equal('too_small')
        expect(problemOf(name, texts({ url, [name]: String(most + 1) })).code).to.equal('too_big')
        expect(problemOf(name, texts({ url, [name]: '1.5' })).code).to.equal('invalid_type')
        expect(problemOf(name, texts({ url, [name]: '9'.repeat(400) })).path).to.deep.equal([name])
      })

      for (const value of [
        '',
        ' ',
        ' 5',
        '5 ',
        '+5',
        '0x10',
        '1e1',
        'ten',
        '٣',
        'NaN',
        'Infinity',
        true,
        null,
        [5],
        {},
      ]) {
        it(`must not be ${JSON.stringify(value)}`, () => {
          expect(problemOf(name, texts({ url, [name]: value })).code).to.equal('invalid_type')
        })
      }

      it('is a number in a JSON body, not a text', () => {
        expect(problemOf(name, typed({ url, [name]: '5' })).code).to.equal('invalid_type')
      })
    })
  }

  describe('device', () => {
    for (const device of ['mobile', 'desktop']) {
      it(`may be ${device}`, () => expect(parametersOf(texts({ url, device })).device).to.equal(device))
    }
    for (const device of ['tablet', 'Mobile', '', ' mobile', 'mobile,desktop']) {
      it(`must not be "${device}"`, () => {
        const problem = problemOf('device', texts({ url, device }))
        expect([problem.code, problem.received]).to.deep.equal(['invalid_enum_value', device])
      })
    }
    it('must be a text', () => {
      for (const device of [1, true, null, ['mobile']]) problemOf('device', typed({ url, device }))
    })
  })

  describe('fields', () => {
    /** The tokens of infra/docs/clients.md#field-groups. */
    const groups =
      'basic og twitter schema media icons links http indexability counters tier1 tier2 tier3 all'.split(' ')
    for (const fields of [...groups, 'basic,og', 'og,basic,og', groups.join()]) {
      it(`may be ${fields}`, () => expect(parametersOf(texts({ url, fields })).fields).to.equal(fields))
    }
    for (const fields of ['', ',', 'basic,', 'Basic', 'basic;og', 'nope', 'basic,nope', 'title']) {
      it(`must not be "${fields}"`, () => problemOf('fields', texts({ url, fields })))
    }
    it('must be a text', () => {
      for (const fields of [5, ['basic', 'og'], null, true]) problemOf('fields', typed({ url, fields }))
    })
  })

  describe('unknown keys', () => {
    for (const key of [
      'Url',
      'max_image',
      'constructor',
      'toString',
      'hasOwnProperty',
      '__proto__',
      '',
      'a.b',
    ]) {
      it(`are refused: "${key}"`, () => {
        const raw = JSON.parse(`{"url":"${url}","${key}":"x"}`)
        for (const checked of [texts(raw), typed(raw)]) {
          const [problem, ...others] = problemsOf(checked)
          expect(others).to.deep.equal([])
          expect(problem).to.deep.include({ code: 'unrecognized_keys', path: [key], received: 'x' })
          expect(problem?.message.startsWith(`${key} `)).to.equal(true)
        }
      })
    }

    it('never reach the prototype', () => {
      const raw = JSON.parse(`{"url":"${url}","__proto__":{"device":"mobile"}}`)
      problemsOf(texts(raw))
      expect(({} as Record<string, unknown>).device).to.equal(undefined)
    })
  })

  it('are judged all at once', () => {
    const raw = { url: 'x', fields: 'nope', device: 'tv', max_images: '0', max_links: '501', a: '1', b: '2' }
    expect(problemsOf(texts(raw)).map(({ path }) => path.join())).to.have.members(Object.keys(raw))
  })

  it('are an object', () => {
    for (const raw of [null, [], 'x', 5, true, undefined]) {
      for (const checked of [texts(raw), typed(raw)]) {
        const problems = problemsOf(checked)
        expect(problems).to.have.length(1)
        expect(problems[0]).to.deep.include({ code: 'invalid_type', path: [] })
      }
    }
  })

  it('are left as they came', () => {
    const raw = Object.freeze({ url, max_links: '5' })
    expect(parametersOf(texts(raw)).max_links).to.equal(5)
    expect(raw.max_links).to.equal('5')
  })
})
