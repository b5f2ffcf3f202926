import { expect } from 'chai'
import { redisAddress, redisPasswords } from '#shared/config/redis-address.ts'

const none = { username: '', password: '', isTls: false }

describe('redisAddress', () => {
  it('is one server', () => {
    for (const url of ['redis://redis', 'rediss://:p@redis:6380/1', 'redis://user:p%40ss@[::1]:6379'])
      expect(redisAddress(url)).to.deep.equal({ kind: 'server', url })
  })

  it('is a Cluster of the nodes that are named, by default at port 6379', () => {
    expect(redisAddress('redis+cluster://a:7000,b.example,[::1]:7002')).to.deep.equal({
      kind: 'cluster',
      nodes: [
        { host: 'a', port: 7000 },
        { host: 'b.example', port: 6379 },
        { host: '::1', port: 7002 },
      ],
      ...none,
    })
  })

  it('has one user and password for all nodes, percent-encoded, and TLS', () => {
    expect(redisAddress('rediss+cluster://user:p%40s%2Fs@a')).to.deep.include({
      username: 'user',
      password: 'p@s/s',
      isTls: true,
    })
    expect(redisAddress('redis+cluster://:p@a')).to.deep.include({ username: '', password: 'p' })
  })

  it('is the primary of a group as sentinels know it, by default at port 26379', () => {
    expect(redisAddress('redis+sentinel://a,b:1/main')).to.deep.equal({
      kind: 'sentinel',
      nodes: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 1 },
      ],
      name: 'main',
      database: 0,
      ...none,
    })
    expect(redisAddress('redis+sentinel://a/main/3')).to.include({ name: 'main', database: 3 })
  })

  for (const text of [
    '',
    'a:6379',
    'redis://a:1,b:2',
    'redis+cluster://',
    'redis+cluster://a,,b',
    'redis+cluster://a:0',
    'redis+cluster://a:65536',
    'redis+cluster://a/name',
    'redis+cluster://a b',
    'redis+cluster://a?x=1',
    'redis+sentinel://a',
    'redis+sentinel:///main',
    'redis+other://a',
    'http+cluster://a',
  ])
    it(`is not ${JSON.stringify(text)}, which is not repeated`, () => {
      expect(() => redisAddress(text)).to.throw(/^must be a URL like redis:\/\/host:6379, redis\+cluster:/)
    })

  it('answers its passwords as written and decoded, for redaction', () => {
    expect(redisPasswords('redis+cluster://user:p%40ss@a,b')).to.deep.equal(['p%40ss', 'p@ss'])
    expect(redisPasswords('redis://:100%x@redis')).to.include('100%x')
    expect(redisPasswords('redis+sentinel://a,b/main')).to.deep.equal([])
    expect(redisPasswords('')).to.deep.equal([])
  })
})
