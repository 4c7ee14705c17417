/** What a paste carries along unseen: zero-width spaces, direction marks, soft hyphens, byte order marks. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu

/** For numbers and codes. Other texts need some of these characters: `removeInvisible`. */
export const removeAllInvisible = (text: string): string => text.replace(invisible, '')
