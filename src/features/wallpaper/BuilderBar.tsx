import { maxWallpaperLists, wallpaperMessages } from './messages.ts'
import type { WallpaperBuilder } from './useWallpaperBuilder.tsx'

/** Starts, saves and cancels a wallpaper; in between each list has a toggle. */
export function BuilderBar({ builder }: { builder: WallpaperBuilder }) {
  const { state, refusal, isSaving } = builder
  const isBuilding = state.mode === 'build'
  return (
    <section
      aria-label="PDF wallpaper"
      className={`needs-script no-print card mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 p-4 ${isBuilding ? 'border-l-4 border-l-amber' : ''}`}
    >
      <p className="grow">
        {isBuilding ? (
          <>
            Choose up to {maxWallpaperLists} lists.{' '}
            <span role="status" className="font-semibold">
              {state.lists.length} of {maxWallpaperLists} chosen
            </span>
          </>
        ) : (
          'A chart for the workshop wall: up to five machines on A3, with pictures, codes and intervals.'
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        {isBuilding ? (
          <>
            <button
              type="button"
              className="button button-strong"
              aria-disabled={state.lists.length === 0 || undefined}
              aria-busy={isSaving || undefined}
              onClick={builder.save}
            >
              {isSaving ? 'Making the PDF…' : wallpaperMessages.save}
            </button>
            <button type="button" className="button" onClick={builder.stop}>
              Cancel
            </button>
          </>
        ) : (
          <button type="button" className="button" onClick={builder.begin}>
            {wallpaperMessages.create}
          </button>
        )}
      </div>
      {refusal !== '' && <p className="w-full font-semibold text-danger">{refusal}</p>}
    </section>
  )
}

/** Adds a list to the wallpaper or removes it; shown only in mode 'build' (R-LIST-3). */
export function WallpaperToggle({
  builder,
  list,
  name,
}: {
  builder: WallpaperBuilder
  list: number
  name: string
}) {
  const { state } = builder
  if (state.mode !== 'build') return null
  const isIn = state.lists.includes(list)
  return (
    <button
      type="button"
      className={`button min-w-32 px-3 ${isIn ? 'bg-wash' : ''}`}
      onClick={() => builder.toggle(list)}
    >
      {isIn ? wallpaperMessages.remove : wallpaperMessages.add}
      <span className="sr-only"> {name}</span>
    </button>
  )
}
