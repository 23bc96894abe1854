/** Pictures as they are uploaded: turned as they were taken, and no larger than a page shows them. */
export const PHOTO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

const MAX_SIDE = 1_600;
const QUALITY = 0.86;

/** What this browser cannot read goes as it is: the server says what is wrong with it. */
export async function smaller(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
    return blob ?? file;
  } catch {
    return file;
  }
}
