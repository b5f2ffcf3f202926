import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { openPartsSecret } from '#shared/store/parts-secret.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('openPartsSecret', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  const undo: (() => void)[] = []
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(async () => {
    for (const close of undo.splice(0)) close()
    await embedded.close()
  })

  async function open(configured = '', store = embedded.store, log = silentLog) {
    const secret = await openPartsSecret({ configured, store, log })
    undo.push(() => secret.close())
    return secret
  }

  it('is the configured one, which never comes into the store', async () => {
    expect((await open('of-the-operator')).current()).to.equal('of-the-operator')
    expect(await embedded.store.entries('secret:')).to.deep.equal([])
  })

  it('is made by the first part and taken over by the others, also after a restart', async () => {
    const first = await open()
    // 32 bytes in base64url (RFC 4648, section 5) are 43 characters.
    expect(first.current()).to.match(/^[\w-]{43}$/)
    expect((await open()).current()).to.equal(first.current())
    first.close()
    expect((await open()).current()).to.equal(first.current())
  })

  it('is another one in another installation', async () => {
    const other = await openEmbedded()
    expect((await open('', other.store)).current()).not.to.equal((await open()).current())
    await other.close()
  })

  it('comes back after a loss of the store, and parts that disagree agree again', async () => {
    const [one, two] = [await open(), await open()]
    const before = one.current()
    await embedded.store.delete('secret:parts')
    const late = await open()
    expect(late.current()).not.to.equal(before)
    await clock.pass(5000)
    await clock.eventually(() => one.current() === late.current() && two.current() === late.current())
    await embedded.store.delete('secret:parts')
    await clock.pass(5000)
    await clock.eventually(async () => (await embedded.store.get('secret:parts')) === late.current())
  })

  it('waits for the store, and says once which setting would do without', async () => {
    const lines: string[] = []
    let failures = 3
    const store = {
      ...embedded.store,
      claim: (...given: Parameters<typeof embedded.store.claim>) =>
        failures-- > 0 ? Promise.reject(unavailable('result store')) : embedded.store.claim(...given),
    }
    const log = { ...silentLog, warn: (_: object, message: string) => void lines.push(message) }
    const opening = open('', store, log as never)
    await clock.pass(1000)
    expect((await opening).current()).to.equal(await embedded.store.get('secret:parts'))
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include('PARTS_SECRET')
  })
})
