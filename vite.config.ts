import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), ...(isSsrBuild ? [] : [fontLicences()])],
  publicDir: isSsrBuild ? false : 'public',
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: true,
        target: 'node24',
        minify: false,
        rollupOptions: { input: { main: 'src/main.ts' } },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rollupOptions: { input: 'src/browser.tsx' },
      },
}))

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
