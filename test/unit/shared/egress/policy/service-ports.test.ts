import { expect } from 'chai'
import { fetchBadPorts, wellKnownServicePorts } from '#shared/egress/policy/service-ports.ts'

describe('service ports', () => {
  it('contain no port twice, and none that is closed by default anyway', () => {
    const all = [...fetchBadPorts, ...wellKnownServicePorts]
    expect(new Set(all).size).to.equal(all.length)
    expect(all.filter((port) => port < 1024 || port > 65535)).to.deep.equal([])
  })

  it('do not contain usual ports of web servers besides 80 and 443', () => {
    const web = [3000, 4200, 5000, 5173, 8000, 8008, 8080, 8081, 8088, 8090, 8443, 8888, 9000, 9443]
    expect(web.filter((port) => [...fetchBadPorts, ...wellKnownServicePorts].includes(port))).to.deep.equal(
      [],
    )
  })
})
