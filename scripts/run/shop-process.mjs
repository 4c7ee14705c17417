// Node options of the shop's process. On a large machine Node uses as much memory as it can get and collects garbage
// late, while the shop's live data is some 40 MB. Space for 16 MB of new objects holds what a few pages make while they
// are rendered: with 4 MB a long list takes an eighth more processor time, and the process some 20 MB less. V8's middle
// compiler, Maglev, is switched off: its code and data take some 15 MB, and it saves a tenth of a millisecond a page until
// the last compiler takes over.
export const nodeOptions = ['--max-semi-space-size=16', '--max-old-space-size=512', '--no-maglev']

/** One malloc arena: memory that one thread (password hashing, image scaling) frees can be reused by the others. */
export const environment = { MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1' }
