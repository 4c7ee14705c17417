import { readFileSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'

// Lets Node run the server from its sources (node --import). Node itself strips types from .ts, but knows no JSX.

enableCompileCache(join(import.meta.dirname, '..', '..', '.vite', 'compile-cache'))

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    const file = fileURLToPath(url)
    const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), {
      jsx: { runtime: 'automatic' },
      sourcemap: true,
      tsconfig: false,
    })
    if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]!.message}`)
    const sourceMap = Buffer.from(JSON.stringify(map)).toString('base64')
    const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${sourceMap}`
    return { format: 'module', source, shortCircuit: true }
  },
})
