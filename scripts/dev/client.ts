import '@vitejs/plugin-react/preamble'

// The first script of a page in development: React's refresh runtime must be loaded before React itself.

// A screen exports a page object besides its component: it does not keep the component from being replaced.
Object.assign(window, {
  __getReactRefreshIgnoredExports: ({ id }: { id: string }) => {
    const screen = /\/(\w+Page)\.tsx/.exec(id)?.[1]
    return screen ? [screen.charAt(0).toLowerCase() + screen.slice(1)] : []
  },
})
await import('../../src/bootstrap.client.ts')
