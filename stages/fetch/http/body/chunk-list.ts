/**
 * A list of more than `COPY_AFTER_CHUNKS` chunks copies chunks smaller than this into blocks: each Buffer
 * costs some hundred bytes besides its own.
 */
const SMALL_BYTES = 4096
const COPY_AFTER_CHUNKS = 64
const BLOCK_BYTES = 64 * 1024

/** The chunks of a body, in the buffers they arrived in. No byte is held twice. */
export class ChunkList {
  readonly #whole: Buffer[] = []
  #block: Buffer = Buffer.alloc(0)
  #used = 0

  /** Appends a chunk. Always returns true: the list takes any number of chunks. */
  add(chunk: Buffer): true {
    if (this.#whole.length < COPY_AFTER_CHUNKS || chunk.length >= SMALL_BYTES) this.#keep(chunk)
    else this.#copy(chunk)
    return true
  }

  /** All chunks, in order. */
  get all(): readonly Buffer[] {
    return this.#used === 0 ? this.#whole : [...this.#whole, this.#block.subarray(0, this.#used)]
  }

  #keep(chunk: Buffer): void {
    this.#flush()
    this.#whole.push(chunk)
  }

  #copy(chunk: Buffer): void {
    if (this.#used + chunk.length > this.#block.length) {
      this.#flush()
      this.#block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
    }
    this.#used += chunk.copy(this.#block, this.#used)
  }

  #flush(): void {
    if (this.#used > 0) this.#whole.push(this.#block.subarray(0, this.#used))
    this.#block = this.#block.subarray(this.#used)
    this.#used = 0
  }
}
