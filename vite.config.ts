import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), ...(isSsrBuild ? [oneByteSigns(), pdfFonts()] : [fontLicences()])],
  publicDir: isSsrBuild ? false : 'public',
  // The shop uses a small part of zod and kysely; whole, they are 350 files that each start would read and keep. The
  // type provider has to share the bundled zod.
  ssr: { noExternal: ['zod', 'fastify-type-provider-zod', 'kysely'] },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        target: 'node24',
        minify: false,
        rollupOptions: {
          // The demo is an entry of its own (src/main.ts): a release without it leaves out demo.js.
          input: { main: 'src/main.ts', ...(existsSync('demo/main.ts') && { demo: 'demo/main.ts' }) },
          // All code in one folder, so that what it reads beside itself has one place.
          output: { chunkFileNames: '[name]-[hash].js', comments: { jsdoc: false, annotation: false } },
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
          // The bootstrap script, the hydration code, and one chunk for each screen: the folder is the table.
          input: ['src/bootstrap.client.ts', 'src/hydrate.tsx', ...globSync('{src,demo}/**/*Page.tsx')],
          // Otherwise what is only named in the manifest would be thought unused.
          preserveEntrySignatures: 'exports-only',
          // What most screens use travels with React, instead of in a dozen small files.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'common',
                  test: /node_modules\/(react|react-dom|scheduler)\/|src\/(?:ui|lib|features\/layout)\//,
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

/** The font files of PDF documents, beside the server's code (src/infra/pdf/faces.server.ts). */
function pdfFonts(): Plugin {
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
