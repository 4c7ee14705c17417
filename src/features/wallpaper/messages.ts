/** The most lists on one wallpaper (R-LIST-3). */
export const maxWallpaperLists = 5

/** The most lines of all its lists together: 25 sheets, some seconds of drawing. */
export const maxWallpaperLines = 1000

export const formatTooManyLines = (lines: number): string =>
  `A wallpaper has room for ${maxWallpaperLines.toLocaleString('en-GB')} lines, and these lists have ${lines.toLocaleString('en-GB')} in all. Choose fewer lists.`

export const wallpaperMessages = {
  tooMany: 'Cannot have more than 5 lists per wallpaper.',
  none: 'Choose at least one list.',
  create: 'Create PDF Wallpaper',
  save: 'Save PDF Wallpaper',
  add: '+ Wallpaper',
  remove: '- Wallpaper',
  saved: 'Your wallpaper is in your downloads.',
  failed: 'The wallpaper could not be made because we couldn’t reach the shop. Please try again.',
} as const
