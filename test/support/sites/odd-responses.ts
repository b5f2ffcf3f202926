/** A page that says all that these tests ask for. */
export const oddPage =
  '<!doctype html><html lang="en"><title>Odd but readable</title><meta name="description" content="A page."><h1>Odd</h1><p>Text'

/** A response that Chromium 156 shows, and the fields that it sees in it. */
export interface OddResponse {
  /** Each character is a byte. */
  readonly bytes: string
  /** By lower-case name. Null: Chromium sees no such field. */
  readonly fields: Readonly<Record<string, string | null>>
}

const START = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'
const SIZE = oddPage.length.toString(16)
const chunks = (size = SIZE, after = '\r\n', last = '0\r\n\r\n') => `${size}\r\n${oddPage}${after}${last}`

const withField = (line: string, fields: OddResponse['fields'] = {}): OddResponse => ({
  bytes: `${START}${line}\r\n\r\n${oddPage}`,
  fields: { 'content-type': 'text/html', ...fields },
})
const withStatus = (line: string): OddResponse => ({
  bytes: `${line}\r\nContent-Type: text/html\r\n\r\n${oddPage}`,
  fields: { 'content-type': 'text/html' },
})
const inChunks = (body: string, field = 'Transfer-Encoding: chunked'): OddResponse => ({
  bytes: `${START}${field}\r\n\r\n${body}`,
  fields: { 'content-type': 'text/html' },
})
const length = `Content-Length: ${oddPage.length}`

/**
 * Responses outside the grammar of HTTP/1.1 that browsers read, each with `oddPage` as its page. Chromium has shown the
 * page of each; where it sees another value of a field, the comment has the rule that counts here.
 */
export const oddResponses: Readonly<Record<string, OddResponse>> = {
  // RFC 9110, section 5.5: replaced by a space; Chromium keeps the first two, and splits the line at the third.
  'a control character in a value': withField('X-Odd: a\x01b', { 'x-odd': 'a b' }),
  'DEL in a value': withField('X-Odd: a\x7fb', { 'x-odd': 'a b' }),
  'a bare CR in a value': withField('X-Odd: a\rX-New: b', { 'x-odd': 'a X-New: b', 'x-new': null }),
  'two CRs at the end of a line': withField('X-Odd: a\r', { 'x-odd': 'a' }),
  'a name with a space': withField('Bad Name: x\r\nX-A: y', { 'bad name': null, 'x-a': 'y' }),
  'a name with a slash': withField('X/Y: x', { 'x/y': null }),
  'a name outside ASCII': withField('X-\xc3\xa9: x\r\nX-A: y', { 'x-a': 'y' }),
  'a name in quotes': withField('"X": x', { x: null }),
  'no name': withField(': x\r\nX-A: y', { 'x-a': 'y' }),
  'a space before the colon': withField('X-A : x', { 'x-a': 'x' }),
  'a tab before the colon': withField('X-A\t: x', { 'x-a': 'x' }),
  'a space before the colon of Content-Length': withField(`Content-Length : ${oddPage.length}`),
  'a folded value': withField('X-A: x,\r\n y', { 'x-a': 'x, y' }),
  'a value on its second line': withField('X-A:\r\n\t y', { 'x-a': 'y' }),
  'an empty line of blanks': withField('X-A: x\r\n \t\r\nX-B: y', { 'x-a': 'x', 'x-b': 'y' }),
  'a first line that begins with a space': {
    bytes: `HTTP/1.1 200 OK\r\n X-A: x\r\nContent-Type: text/html\r\n\r\n${oddPage}`,
    fields: { 'x-a': null, 'content-type': 'text/html' },
  },
  'a fold of nothing': withField('no colon\r\n X-A: x', { 'x-a': null }),
  'a line without a colon': withField('no colon here\r\nX-A: y', { 'x-a': 'y' }),
  'lines ended by LF alone': {
    bytes: `HTTP/1.1 200 OK\nContent-Type: text/html\nX-A: x\n${length}\n\n${oddPage}`,
    fields: { 'content-type': 'text/html', 'x-a': 'x' },
  },
  'lines ended by LF and by CR LF': {
    bytes: `HTTP/1.1 200 OK\nContent-Type: text/html\r\nX-A: x\n\r\n${oddPage}`,
    fields: { 'content-type': 'text/html', 'x-a': 'x' },
  },
  'a value in UTF-8': withField('X-A : caf\xc3\xa9', { 'x-a': 'caf\xc3\xa9' }),
  'a value in Latin-1': withField('X-A : caf\xe9', { 'x-a': 'caf\xe9' }),

  'equal lengths': withField(`${length}\r\n${length}`, { 'content-length': String(oddPage.length) }),
  'equal lengths in one field': withField(`${length}, ${oddPage.length}`, {
    'content-length': String(oddPage.length),
  }),
  'a length that is no number': withField('Content-Length: 20 bytes'),
  'an empty length': withField('Content-Length: '),
  'a length beyond all bounds': withField('Content-Length: 99999999999999999999'),
  'bytes after the length': { bytes: `${START}${length}\r\n\r\n${oddPage}\r\n`, fields: {} },
  'a length beside chunks': inChunks(chunks(), 'Content-Length: 5\r\nTransfer-Encoding: chunked'),
  'different lengths beside chunks': inChunks(
    chunks(),
    'Content-Length: 5\r\nContent-Length: 7\r\nTransfer-Encoding: chunked',
  ),
  'chunked twice': inChunks(chunks(), 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked'),
  'identity and chunked': inChunks(chunks(), 'Transfer-Encoding: identity, chunked'),
  'a folded coding': inChunks(chunks(), 'Transfer-Encoding:\r\n chunked'),
  'identity with a length': withField(`Transfer-Encoding: identity\r\n${length}`),
  'an empty coding with a length': withField(`Transfer-Encoding: \r\n${length}`),

  'a chunk extension': inChunks(chunks(`${SIZE};a=b;c="d"`)),
  'a chunk extension of control characters': inChunks(chunks(`${SIZE} ;\x01\r`)),
  'spaces after the size of a chunk': inChunks(chunks(`${SIZE}  `)),
  'zeros before the size of a chunk': inChunks(chunks(`00000000000000000000${SIZE}`)),
  'chunks ended by LF alone': inChunks(`${SIZE}\n${oddPage}\n0\n\n`),
  'trailers that are no fields': inChunks(chunks(SIZE, '\r\n', '0\r\nno colon\r\nX : y\n\n')),
  'a response after the last chunk': inChunks(
    `${chunks()}HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n`,
  ),

  'no reason': withStatus('HTTP/1.1 200'),
  'no status': withStatus('HTTP/1.1'),
  'a reason only': withStatus('HTTP/1.1 OK'),
  'two spaces before the status': withStatus('HTTP/1.1  200 OK'),
  'no space after the status': withStatus('HTTP/1.1 200OK'),
  'a status of four digits': withStatus('HTTP/1.1 0200 OK'),
  'a lower-case version': withStatus('http/1.1 200 OK'),
  'no version': withStatus('HTTP 200 OK'),
  'version 1.0': withStatus('HTTP/1.0 200 OK'),
  'version 2.0': withStatus('HTTP/2.0 200 OK'),
  'version 2': withStatus('HTTP/2 200 OK'),
  'a control character in the reason': withStatus('HTTP/1.1 200 O\x01K'),
  'an empty line before it': withStatus('\r\nHTTP/1.1 200 OK'),
  'a byte order mark before it': withStatus('\xef\xbb\xbfHTTP/1.1 200 OK'),
  '100 Continue before it': withStatus('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK'),
  'an odd interim response before it': withStatus('HTTP/1.1 103 Early Hints\nX : y\n\nHTTP/1.1 200 OK'),
}

/** What Chromium does not read either, or only as a download of all bytes. */
export const unreadableResponses: Readonly<Record<string, string>> = {
  'NUL in a value': `${START}X-A: a\0b\r\n\r\n${oddPage}`,
  'NUL in a name': `${START}X-\0A: ab\r\n\r\n${oddPage}`,
  'a negative length': `${START}Content-Length: -1\r\n\r\n${oddPage}`,
  'different lengths': `${START}${length}\r\nContent-Length: 2\r\n\r\n${oddPage}`,
  'different lengths in one field': `${START}${length}, 2\r\n\r\n${oddPage}`,
  'a length and an empty one': `${START}${length},\r\n\r\n${oddPage}`,
  'HTTP/0.9': `${oddPage}\n\n`,
  'more than four bytes before the status line': `abcdeHTTP/1.1 200 OK\r\n\r\n${oddPage}`,
  SHOUTcast: `ICY 200 OK\r\nContent-Type: text/html\r\n\r\n${oddPage}`,
  'a size of a chunk with 0x': `${START}Transfer-Encoding: chunked\r\n\r\n${chunks(`0x${SIZE}`)}`,
  'a space before the size of a chunk': `${START}Transfer-Encoding: chunked\r\n\r\n${chunks(` ${SIZE}`)}`,
  'a chunk longer than its size': `${START}Transfer-Encoding: chunked\r\n\r\n${chunks('5')}`,
  'no chunks': `${START}Transfer-Encoding: chunked\r\n\r\n${oddPage}\r\n`,
}

/** Redirects to `/there`, of which Chromium goes there. */
export const oddRedirects: Readonly<Record<string, string>> = {
  'a space before the colon': 'HTTP/1.1 301 Moved\r\nLocation : /there\r\nContent-Length: 0\r\n\r\n',
  'lines ended by LF alone': 'HTTP/1.1 302 Found\nLocation: /there\nContent-Length: 0\n\n',
  'a folded Location': 'HTTP/1.1 307 Temporary\r\nLocation:\r\n /there\r\nContent-Length: 0\r\n\r\n',
  'a name with a space beside it':
    'HTTP/1.1 308 P\r\nBad Name: x\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n',
  'equal Locations': 'HTTP/1.1 301 M\r\nLocation: /there\r\nLocation : /there\r\nContent-Length: 0\r\n\r\n',
  'no reason': 'HTTP/1.1 301\nLocation: /there\n\n',
}
