import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), isSsrBuild ? oneByteSigns() : fontLicences()],
  publicDir: isSsrBuild ? false : 'public',
  // Of these two the shop uses a small part; whole, they are 350 files that each start would read and keep.
  ssr: { noExternal: ['zod', 'kysely'] },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        target: 'node24',
        minify: false,
        rollupOptions: {
          input: { main: 'src/main.ts' },
          output: { comments: { jsdoc: false, annotation: false } },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        // What comes later (suggestions, a warning) has next to nothing of its own to fetch ahead.
        modulePreload: false,
        rollupOptions: {
          // What a page starts with, what wakes it, and one chunk for each screen: the folder is the table.
          input: ['src/start.browser.ts', 'src/wake.tsx', ...globSync('src/**/*Page.tsx')],
          // Otherwise what is only named in the manifest would be thought unused.
          preserveEntrySignatures: 'exports-only',
          // What most screens use travels with React, instead of in a dozen small files.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'common',
                  test: /node_modules\/(react|react-dom|scheduler)\/|src\/(ui|shared|shell)\//,
                  minShareCount: 6,
                },
              ],
            },
          },
        },
      },
}))

/** Writes '£' and '–' as escapes: with a single one in it, Node keeps the whole source in two bytes a sign. */
function oneByteSigns(): Plugin {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'one-byte-signs',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        // Behind a backslash an escape would be none.
        if (/\\[^\0-\x7f]/.test(file.code))
          this.error(`${file.fileName}: a backslash before a sign beyond ASCII`)
        file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped)
      }
    },
  }
}

/** The fonts' licence wants its text handed on with each copy (SIL OFL 1.1, condition 2): it lies beside them. */
function fontLicences(): Plugin {
  const fonts = ['@fontsource-variable/ibm-plex-sans', '@fontsource/ibm-plex-mono']
  return {
    name: 'font-licences',
    generateBundle() {
      for (const font of fonts) {
        const source = readFileSync(join(import.meta.dirname, 'node_modules', font, 'LICENSE'), 'utf8')
        this.emitFile({ type: 'asset', name: `${font.split('/')[1]}-licence.txt`, source })
      }
    },
  }
}
