import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { operatorCommands } from './scripts/run/operator-commands.mjs'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    ...(isSsrBuild ? [escapeNonAscii(), copyPdfFonts()] : [importWithoutPreload(), copyFontLicences()]),
  ],
  publicDir: isSsrBuild ? false : 'public',
  // The shop uses a small part of zod and kysely; unbundled, each start would read 350 files. The type provider must
  // use the same bundled zod.
  ssr: { noExternal: ['zod', 'fastify-type-provider-zod', 'kysely'] },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        target: 'node24',
        minify: false,
        rollupOptions: {
          // The demo is an entry of its own (src/main.ts): a release without it leaves out demo.js and demo-data-….js. So is
          // the code of the worker threads (src/infra/worker-threads/thread-pool.ts).
          input: {
            main: 'src/main.ts',
            'worker-thread': 'src/worker-thread.ts',
            ...(existsSync('demo/main.ts') && { demo: 'demo/main.ts' }),
            ...Object.fromEntries(operatorCommands.map(name => [name, `scripts/${name}.ts`])),
          },
          // All code in one folder, so that the files beside it (fonts) have one path.
          output: { chunkFileNames: '[name]-[hash].js', comments: { jsdoc: false, annotation: false } },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        // Lazy chunks (suggestions, a warning) have almost nothing to preload.
        modulePreload: false,
        rollupOptions: {
          // The bootstrap script, the hydration code, and one chunk for each screen.
          input: ['src/bootstrap.client.ts', 'src/hydrate.tsx', ...globSync('{src,demo}/**/*Page.tsx')],
          // The manifest's user imports the exports of a screen; a part of it that is loaded later may import others.
          preserveEntrySignatures: 'allow-extension',
          // Modules that most screens use are bundled with React, instead of a dozen small files; but for those of lists,
          // pages and totals, which most screens of staff use, and few of customers. A file of a few hundred bytes is
          // hardly compressed, so what is used together is one file: the frame of all pages, that of staff, and forms of an address.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'frame',
                  priority: 3,
                  test: /node_modules\/(react|react-dom|scheduler)\/|vite\/preload-helper|src\/hydrate|src\/features\/newsletter\/messages|src\/features\/layout\/(?!.*(QuickSearch|suggestions|LargeSearch|SessionEndDialog|FooterColumns|recent-searches|Page))/,
                },
                {
                  name: 'staff',
                  priority: 1,
                  test: /src\/features\/back-office\/(AdminFrame|AdminForm|DiscardedInputs)/,
                  minShareCount: 2,
                },
                { name: 'text', priority: 1, test: /src\/lib\/(text|contact\/(telephone|email))\.ts/ },
                {
                  name: 'address',
                  test: /src\/(lib\/contact\/(address|postcode|countries)|features\/accounts\/addresses\/saved-address|ui\/forms\/AddressFields)/,
                  minShareCount: 2,
                },
                {
                  name: 'common',
                  priority: 2,
                  test: /src\/(?:ui\/(?!ColumnHeading|Actions|Card|forms\/FormFields|FindForm|Pagination|page-numbers|TotalLines|search-shortcut|StateLabel)|lib\/(?!row-count|text|total-lines))/,
                  minShareCount: 16,
                },
              ],
            },
          },
        },
      },
}))

/** Chunks that are loaded later have no styles of their own: Vite's code that preloads them would be a kilobyte for nothing. */
function importWithoutPreload(): Plugin {
  return {
    name: 'import-without-preload',
    enforce: 'pre',
    load: id => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : null),
  }
}

/** Escapes non-ASCII characters ('£', '–'): with a single one, V8 stores the whole source with two bytes a character. */
function escapeNonAscii(): Plugin {
  const toEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'escape-non-ascii',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        // After a backslash the escape would not be one.
        if (/\\[^\0-\x7f]/.test(file.code))
          this.error(`${file.fileName}: a backslash before a non-ASCII character`)
        file.code = file.code.replaceAll(/[^\0-\x7f]/g, toEscape)
      }
    },
  }
}

/** Copies the font files of PDF documents beside the server's code (src/infra/pdf/pdf-paper.server.ts). */
function copyPdfFonts(): Plugin {
  const folder = join(import.meta.dirname, 'src/infra/pdf/fonts')
  return {
    name: 'pdf-fonts',
    generateBundle() {
      for (const file of readdirSync(folder)) {
        this.emitFile({ type: 'asset', fileName: `fonts/${file}`, source: readFileSync(join(folder, file)) })
      }
    },
  }
}

/** Copies the fonts' licence beside them, which it requires of each copy (SIL OFL 1.1, condition 2). */
function copyFontLicences(): Plugin {
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
