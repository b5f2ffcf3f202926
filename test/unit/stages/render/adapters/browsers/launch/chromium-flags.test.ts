import { expect } from 'chai'
import {
  egressFlags,
  mergeFlags,
  renderFlags,
} from '#stages/render/adapters/browsers/launch/chromium-flags.ts'

describe("the browser's command line", () => {
  it('has one list of disabled features, of which none is lost', () => {
    const line = mergeFlags(['--disable-features=A,B', '--x', '--disable-features=C', '--y=1'])
    expect(line).to.have.members(['--x', '--y=1', '--disable-features=A,B,C'])
  })

  it('says nothing twice', () => {
    const names = mergeFlags([...renderFlags, ...egressFlags]).map((flag) => flag.split('=')[0])
    expect(names.filter((name, i) => names.indexOf(name) !== i)).to.deep.equal([])
  })

  it('keeps what the egress flags ask for', () => {
    const line = mergeFlags([...renderFlags, ...egressFlags])
    const whole = egressFlags.filter((flag) => !flag.startsWith('--disable-features='))
    expect(line).to.include.members(whole)
    expect(line.join()).to.match(/--disable-features=[^-]*WebRtcHideLocalIpsWithMdns/)
  })
})
