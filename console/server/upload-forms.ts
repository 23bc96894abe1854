import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';

export const FORM = ['multipart/form-data'];
/** What a form has beside its files: names, borders, text. */
const AROUND_FILES = 65_536;

/** Lets the routes of `scope` take forms with files (multipart/form-data), as streams and nothing else. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(fastifyMultipart);
}

/** The most that a form with so many files of so many bytes has. */
export function formBytes(files: number, bytesOfOne: number): number {
  return files * bytesOfOne + AROUND_FILES;
}
