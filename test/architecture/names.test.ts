import { expect } from 'chai'
import { identifiers, wordsOf } from '#test/support/source/identifiers.ts'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'

const THIS_FILE = 'test/architecture/names.test.ts'

/** Private words, each with the field's term: what this code calls a thing is what its reader would search for. */
const privateWords: Readonly<Record<string, string>> = {
  flight: 'InFlightInspection, SingleFlight, claim',
  ticket: 'JoinRequest',
  embark: 'startOnce',
  depart: 'start',
  seat: 'queue slot',
  turnstile: 'semaphore',
  door: 'listener, proxy authentication',
  jail: 'network sandbox',
  warden: 'namespace worker',
  ledger: 'traffic accounting',
  errand: 'look-up task',
  courtesy: 'load throttle',
  flood: 'overflow',
  manners: 'host policy, key concurrency',
  bury: 'dead-letter',
  buried: 'dead-lettered',
  patience: 'retry policy',
  patiently: 'retry when throttled',
  standing: 'status, progress',
  asker: 'client',
  landing: 'final URL',
  fate: 'exit',
  lives: 'instances',
  respelling: 'caller view',
  goodbye: 'close',
  turnDown: 'reject',
}

/** Terms of others that have such a word: request coalescing, the standing queue of CoDel (RFC 8289), a type of schema.org, a setting. */
const TERMS = /single-?flight|in[-_]?flight|(queue_)?standing(-?queues?|_?ms)|RENDER_JAIL|^Ticket$/gi

/** Which private words an identifier or a file name has, also in the plural. */
function privateWordsOf(name: string): string[] {
  const words = wordsOf(name.replaceAll(TERMS, ''))
  return Object.keys(privateWords).filter((word) => words.includes(word) || words.includes(`${word}s`))
}

describe('names', () => {
  for (const path of ['gateway', 'stages', 'shared', 'infra', 'test']) {
    it(`below ${path}/ are the field's terms`, () => {
      const found = sourceFiles([path])
        .filter((file) => file !== THIS_FILE)
        .flatMap((file) =>
          [file, ...identifiers(readSource(file), { isJsx: file.endsWith('.tsx') })].flatMap((name) =>
            privateWordsOf(name).map(
              (word) => `${file}: ${name} (in place of ${word}: ${privateWords[word]})`,
            ),
          ),
        )
      expect([...new Set(found)]).to.deep.equal([])
    })
  }

  for (const name of [
    'flightKey',
    'ANNOUNCED_FLIGHTS',
    'gateway/measured-flights.ts',
    'isInFlightOrTicket',
  ]) {
    it(`that are private are found: ${name}`, () => {
      expect(privateWordsOf(name)).not.to.deep.equal([])
    })
  }

  for (const name of ['doorway', 'lightFlighted', 'indoor']) {
    it(`that only contain such letters are left alone: ${name}`, () => {
      expect(privateWordsOf(name)).to.deep.equal([])
    })
  }
})
