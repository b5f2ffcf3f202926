import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { leasesContract } from './leases.ts'
import { noticesContract } from './notices.ts'
import { permitsContract } from './permits.ts'
import { recentTextsContract } from './recent-texts.ts'
import { siteHistoryContract } from './site-history.ts'
import { type StoreClock, serverClock } from './store-clock.ts'
import { timeToLiveContract } from './time-to-live.ts'
import { wakeupsContract } from './wakeups.ts'

/** A place for results, and ways to open it. */
export interface ResultStoreFixture {
  /** An instance for another part of this process. */
  open(): ResultStore
  /** An instance for another process: it shares nothing but the place. */
  openElsewhere(): ResultStore
  /** Closes all instances and removes the place. */
  close(): Promise<void>
}

export interface ResultStoreFeatures {
  /** Whether wake-ups reach other processes; with an embedded store there is none. */
  readonly wakesOtherProcesses: boolean
  /** Default: the clock of the server. */
  readonly clock?: StoreClock
}

const MIB = 1024 * 1024

/** Every Unicode scalar value, in shuffled order, and more than a network buffer of it. */
const allOfUnicode = Array.from({ length: 0x110000 }, (_, point) =>
  point >= 0xd800 && point <= 0xdfff ? '' : String.fromCodePoint(point),
).join('')

const values: Record<string, string> = {
  'the empty one': '',
  JSON: '{"title":"Größe 😀","list":[1,2]}',
  'NUL and control characters': '\0a\0\r\n\x7f\u2028',
  'all of Unicode': allOfUnicode,
  '1 MiB': 'x'.repeat(MIB),
  '10 KB that do not repeat': randomBytes(7500).toString('base64'),
  'a byte order mark': '\ufeffa',
}

/** The contract of every ResultStore. `make` returns an empty place. */
export function resultStoreContract(
  name: string,
  make: () => Promise<ResultStoreFixture>,
  features: ResultStoreFeatures,
): void {
  describe(`ResultStore contract: ${name}`, () => {
    const clock = features.clock ?? serverClock(() => store.now())
    let fixture: ResultStoreFixture
    let store: ResultStore
    /** Three instances, one of them as in another process. */
    let stores: [ResultStore, ResultStore, ResultStore]
    let kind: string

    before(async () => {
      fixture = await make()
      stores = [fixture.open(), fixture.open(), fixture.openElsewhere()]
      store = stores[0]
    })
    after(() => fixture?.close())
    beforeEach(() => {
      kind = randomUUID()
    })

    it('answers a ping', () => store.ping())

    it('returns the time, the same for every instance and never backwards', async () => {
      // In tests the store uses the clock of this machine. `Date.now` rounds down.
      const reported: number[] = [Date.now()]
      for (const one of [...stores, ...stores]) reported.push(await one.now())
      reported.push(Date.now() + 1)
      expect(reported).to.deep.equal(reported.toSorted((a, b) => a - b))
    })

    it('has nothing under an unknown key', async () => {
      expect(await store.get(`${kind}:missing`)).to.equal(null)
    })

    for (const [title, value] of Object.entries(values)) {
      it(`returns ${title}`, async () => {
        await store.set(`${kind}:a`, value, 60)
        expect((await store.get(`${kind}:a`)) === value).to.equal(true)
      })
    }

    it('replaces a lone surrogate, which UTF-8 cannot encode, by U+FFFD', async () => {
      await store.set(`${kind}:a`, 'a\ud800b', 60)
      expect(await store.get(`${kind}:a`)).to.equal('a\ufffdb')
    })

    it('distinguishes keys that differ in any character', async () => {
      const keys = ['a', 'A', 'a ', 'ä', 'a\u0308', 'a\0', '😀'].map((id) => `${kind}:${id}`)
      await Promise.all(keys.map((key, index) => store.set(key, String(index), 60)))
      expect(await store.getMany(keys)).to.deep.equal(['0', '1', '2', '3', '4', '5', '6'])
    })

    it('shows a write at once to every other instance', async () => {
      for (const [index, writer] of stores.entries()) {
        await writer.set(`${kind}:a`, `from ${index}`, 60)
        for (const reader of stores) expect(await reader.get(`${kind}:a`)).to.equal(`from ${index}`)
      }
    })

    it('returns many values in the order of the keys, null for unknown keys', async () => {
      await store.set(`${kind}:a`, '1', 60)
      await store.set(`${kind}:b`, '2', 60)
      const keys = ['b', 'missing', 'a', 'b'].map((id) => `${kind}:${id}`)
      expect(await store.getMany(keys)).to.deep.equal(['2', null, '1', '2'])
      expect(await store.getMany([])).to.deep.equal([])
    })

    it('deletes, and ignores an unknown key', async () => {
      await store.set(`${kind}:a`, '1', null)
      await store.delete(`${kind}:a`)
      await store.delete(`${kind}:a`)
      expect(await store.get(`${kind}:a`)).to.equal(null)
    })

    describe('groups', () => {
      it('have one text for each name, the same for every instance, separate from other groups and keys', async () => {
        const [group, other] = [`${kind}:a`, `${kind}:b`]
        await stores[2].setIn(group, '1', 'ü', 60)
        await store.setIn(group, '2', 'x', 60)
        await store.setIn(group, '2', 'y', 60)
        expect(await Promise.all(['1', '2', '3'].map((name) => stores[1].getIn(group, name)))).to.deep.equal([
          ...['ü', 'y', null],
        ])
        expect([await store.getIn(other, '1'), await store.get(`${kind}:c`)]).to.deep.equal([null, null])
      })

      it('return the first text to all concurrent claims of a name', async () => {
        const claims = Array.from({ length: 60 }, (_, index) =>
          (stores[index % 3] ?? store).claimIn(`${kind}:a`, '7', `of ${index}`, 60),
        )
        const answers = new Set(await Promise.all(claims))
        expect(answers.size).to.equal(1)
        expect(await store.getIn(`${kind}:a`, '7')).to.equal([...answers][0])
        expect(await store.claimIn(`${kind}:a`, '8', 'mine', 60)).to.equal('mine')
      })

      it('have long texts as well', async () => {
        const long = 'Größe '.repeat(10_000)
        expect(await store.claimIn(`${kind}:a`, '7.outcome', long, 60)).to.equal(long)
        expect(await stores[2].claimIn(`${kind}:a`, '7.outcome', 'x', 60)).to.equal(long)
        await store.setIn(`${kind}:a`, '8', long, 60)
        expect(await stores[1].getIn(`${kind}:a`, '8')).to.equal(long)
      })

      it('remember of each member that has ended only that, and take no claim for it', async () => {
        const [group, other] = [`${kind}:a`, `${kind}:b`]
        const members = [0, 7, 8, 63, 127]
        for (const member of [...members, 1]) {
          await store.setIn(group, String(member), 'x', 60)
          await store.setIn(group, `${member}.lease`, '2', 60)
          await store.setIn(group, `${member}.outcome`, 'y'.repeat(5000), 60)
        }
        const end = (member: number) => ({ group, member, names: [String(member), `${member}.outcome`] })
        await store.endIn([...members.map(end), { ...end(7), group: other }], 60)
        await store.endIn([end(7)], 60)
        for (const member of members) {
          expect(await stores[2].hasEndedIn(group, member), String(member)).to.equal(true)
          expect(await stores[1].claimIn(group, String(member), 'new', 60)).to.equal(null)
          expect(await store.getIn(group, String(member))).to.equal(null)
          expect(await store.getIn(group, `${member}.outcome`)).to.equal(null)
          expect(await store.getIn(group, `${member}.lease`)).to.equal('2')
        }
        expect(await store.getIn(group, '1')).to.equal('x')
        expect(await store.claimIn(group, '1', 'new', 60)).to.equal('x')
        const open = [1, 2, 6, 9, 62, 64, 126]
        const ended = await Promise.all(open.map((member) => store.hasEndedIn(group, member)))
        expect(ended).to.deep.equal(open.map(() => false))
        expect([await store.hasEndedIn(other, 7), await store.hasEndedIn(other, 8)]).to.deep.equal([
          true,
          false,
        ])
        await store.endIn([], 60)
      })

      it('have one member again whose end was taken back', async () => {
        const group = `${kind}:a`
        await store.endIn(
          [8, 9].map((member) => ({ group, member, names: [] })),
          60,
        )
        await store.reopenIn(group, 8, 60)
        await store.reopenIn(group, 8, 60)
        await store.reopenIn(group, 1, 60)
        expect(await Promise.all([1, 8, 9].map((member) => store.hasEndedIn(group, member)))).to.deep.equal([
          ...[false, false, true],
        ])
        expect(await store.claimIn(group, '8', 'again', 60)).to.equal('again')
      })

      it('answer each of many claims and ends at once', async () => {
        const members = Array.from(
          { length: 300 },
          (_, index) => [`${kind}:${index % 7}`, Math.floor(index / 7)] as const,
        )
        const ends = members.map(([group, member]) => ({ group, member, names: [String(member)] }))
        await store.endIn(
          ends.filter((_, index) => index % 3 === 0),
          60,
        )
        const claims = members.map(([group, member], index) =>
          (stores[index % 3] ?? store).claimIn(group, String(member), `of ${index}`, 60),
        )
        expect(await Promise.all(claims)).to.deep.equal(
          members.map((_, index) => (index % 3 === 0 ? null : `of ${index}`)),
        )
      })

      it('let either the end or the claim of a member be first', async () => {
        const race = async (member: number) => {
          const group = `${kind}:${member}`
          const ended = { group, member, names: [`${member}.outcome`] }
          const [claimed] = await Promise.all([
            store.claimIn(group, `${member}.outcome`, 'x', 60),
            new Promise((done) => setTimeout(done, member % 20)).then(() => stores[1].endIn([ended], 60)),
          ])
          expect(await store.getIn(group, `${member}.outcome`)).to.equal(null)
          expect(claimed).to.be.oneOf(['x', null])
        }
        await Promise.all(Array.from({ length: 60 }, (_, member) => race(member)))
      })
    })

    describe('claim', () => {
      it('has one winner among 100 callers of three instances, and all see its value', async () => {
        const claims = Array.from({ length: 100 }, (_, index) => {
          const claimer = stores[index % 3] ?? store
          return claimer.claim(`${kind}:a`, `caller ${index}`, 60)
        })
        const seen = new Set(await Promise.all(claims))
        expect(seen.size).to.equal(1)
        expect([...seen]).to.deep.equal([await store.get(`${kind}:a`)])
        expect([...seen][0]).to.match(/^caller \d+$/)
      })

      it('does not replace a value that was set', async () => {
        await store.set(`${kind}:a`, 'set', null)
        expect(await store.claim(`${kind}:a`, 'claimed', 60)).to.equal('set')
      })

      it('succeeds again after a deletion', async () => {
        expect(await store.claim(`${kind}:a`, 'first', 60)).to.equal('first')
        expect(await store.claim(`${kind}:a`, 'second', 60)).to.equal('first')
        await store.delete(`${kind}:a`)
        expect(await store.claim(`${kind}:a`, 'third', 60)).to.equal('third')
      })
    })

    describe('compareAndSet', () => {
      it('replaces the expected value, and nothing else', async () => {
        await store.set(`${kind}:a`, 'one', 60)
        expect(await store.compareAndSet(`${kind}:a`, 'on', 'x', 60)).to.equal(false)
        expect(await store.compareAndSet(`${kind}:b`, '', 'x', 60)).to.equal(false)
        expect(await store.getMany([`${kind}:a`, `${kind}:b`])).to.deep.equal(['one', null])
        expect(await store.compareAndSet(`${kind}:a`, 'one', 'grüße 😀', 60)).to.equal(true)
        expect(await store.compareAndSet(`${kind}:a`, 'grüße 😀', 'two', 60)).to.equal(true)
        expect(await store.get(`${kind}:a`)).to.equal('two')
      })

      it('has one winner among 60 callers of three instances', async () => {
        await store.set(`${kind}:a`, 'first', 60)
        const wins = await Promise.all(
          Array.from({ length: 60 }, (_, index) =>
            (stores[index % 3] ?? store).compareAndSet(`${kind}:a`, 'first', `of ${index}`, 60),
          ),
        )
        expect(wins.filter(Boolean)).to.have.length(1)
        expect(await store.get(`${kind}:a`)).to.equal(`of ${wins.indexOf(true)}`)
      })
    })

    it('compares long values as a whole', async () => {
      const [one, two] = [`${'a page '.repeat(1000)}1`, `${'a page '.repeat(1000)}2`]
      await store.set(`${kind}:a`, one, 60)
      expect(await store.claim(`${kind}:a`, two, 60)).to.equal(one)
      expect(await store.compareAndSet(`${kind}:a`, two, 'x', 60)).to.equal(false)
      expect(await store.compareAndSet(`${kind}:a`, one, two, 60)).to.equal(true)
      expect(await store.getMany([`${kind}:a`])).to.deep.equal([two])
      expect(await store.entries(`${kind}:a`)).to.deep.equal([[`${kind}:a`, two]])
      expect(await store.compareAndDelete(`${kind}:a`, one)).to.equal(false)
      expect(await store.compareAndDelete(`${kind}:a`, two)).to.equal(true)
      expect(await store.compareAndSet(`${kind}:a`, two, 'x', 60)).to.equal(false)
    })

    describe('compareAndDelete', () => {
      it('deletes the expected value, and nothing else', async () => {
        await store.set(`${kind}:a`, 'one', 60)
        expect(await store.compareAndDelete(`${kind}:a`, 'two')).to.equal(false)
        expect(await store.get(`${kind}:a`)).to.equal('one')
        const deletions = await Promise.all(stores.map((one) => one.compareAndDelete(`${kind}:a`, 'one')))
        expect(deletions.filter(Boolean)).to.have.length(1)
        expect(await store.get(`${kind}:a`)).to.equal(null)
        expect(await store.compareAndDelete(`${kind}:a`, 'one')).to.equal(false)
      })

      it('deletes any of several expected values', async () => {
        for (const value of ['one', 'two', 'three']) {
          await store.set(`${kind}:a`, value, 60)
          const isExpected = value !== 'three'
          expect(await store.compareAndDelete(`${kind}:a`, 'one', 'two'), value).to.equal(isExpected)
          expect(await store.get(`${kind}:a`)).to.equal(isExpected ? null : value)
        }
      })
    })

    describe('increment', () => {
      it('neither loses nor duplicates concurrent increments of three instances', async () => {
        const sums = await Promise.all(
          Array.from({ length: 300 }, (_, index) =>
            (stores[index % 3] ?? store).increment(`${kind}:n`, 1, 60),
          ),
        )
        const oneTo300 = Array.from({ length: 300 }, (_, index) => index + 1)
        expect(sums.toSorted((a, b) => a - b)).to.deep.equal(oneTo300)
        expect(await store.get(`${kind}:n`)).to.equal('300')
      })

      it('adds any whole number, also to a number that was set', async () => {
        await store.set(`${kind}:n`, '40', null)
        expect(await store.increment(`${kind}:n`, 5, 60)).to.equal(45)
        expect(await store.increment(`${kind}:n`, -50, 60)).to.equal(-5)
        expect(await store.increment(`${kind}:n`, 0, 60)).to.equal(-5)
        expect(await store.get(`${kind}:n`)).to.equal('-5')
      })
    })

    describe('members', () => {
      it('are each present once, for every instance; none when none was added', async () => {
        expect(await store.members(`${kind}:set`)).to.deep.equal([])
        await Promise.all(stores.map((one) => one.addMember(`${kind}:set`, 'both')))
        await store.addMember(`${kind}:set`, 'grüße 😀\0')
        await store.addMember(`${kind}:set2`, 'other')
        for (const one of stores)
          expect(await one.members(`${kind}:set`)).to.have.members(['both', 'grüße 😀\0'])
      })

      it('are hundreds, added at the same time', async () => {
        const all = Array.from({ length: 300 }, (_, index) => `member ${index}`)
        await Promise.all(all.map((member, index) => stores[index % 3]?.addMember(`${kind}:set`, member)))
        expect((await store.members(`${kind}:set`)).toSorted()).to.deep.equal(all.toSorted())
      })
    })

    describe('entries', () => {
      for (const odd of ['', '*', '?', '[a-c]', '[^x]', '\\', '\\*', '%', '_', "'", '😀']) {
        it(`finds exactly the keys that start with ${JSON.stringify(`…${odd}`)}`, async () => {
          const prefix = `${kind}${odd}:`
          await store.set(`${prefix}1`, 'one', 60)
          await store.set(`${prefix}2`, 'two', null)
          await store.set(prefix, 'itself', 60)
          await store.set(`${kind}abc:1`, 'decoy', 60)
          await store.set(`${kind}\\b:1`, 'decoy', 60)
          await store.set(`x${prefix}1`, 'decoy', 60)
          const found = new Map(await store.entries(prefix))
          expect(found).to.deep.equal(
            new Map([
              [`${prefix}1`, 'one'],
              [`${prefix}2`, 'two'],
              [prefix, 'itself'],
            ]),
          )
        })
      }

      it('finds thousands, each once', async () => {
        const keys = Array.from({ length: 3000 }, (_, index) => `${kind}:${index}`)
        await Promise.all(keys.map((key) => store.set(key, key, 60)))
        const found = await store.entries(`${kind}:`)
        expect(found.map(([key]) => key).toSorted()).to.deep.equal(keys.toSorted())
        expect(found.every(([key, value]) => key === value)).to.equal(true)
      })
    })

    timeToLiveContract(() => stores, clock)
    leasesContract(() => stores, clock)
    permitsContract(() => stores, clock)
    noticesContract(() => stores, clock)
    siteHistoryContract(() => stores)
    recentTextsContract(() => stores, clock)
    wakeupsContract(() => stores, features)
  })
}
