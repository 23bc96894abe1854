import { join } from 'node:path';
import { EXIT } from '../exit-codes.ts';
import { CommandFailure, misused } from '../failure.ts';
import { configFolder, isExposed, readPrivate, writePrivate } from './folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** One merchant on one platform. */
export interface Profile {
  readonly name: string;
  readonly baseUrl: string;
  /** The merchant key. */
  readonly clientId: string;
  /** The app_secret. */
  readonly clientSecret: string;
}

type Kept = Omit<Profile, 'name'>;
interface ConfigFile {
  readonly profiles: Readonly<Record<string, Kept>>;
}

const DEFAULT_NAME = 'default';

export function configPath(env: Environment): string {
  return join(configFolder(env), 'config.json');
}

/** `--profile`, GUIDEPOST_PROFILE, or `default`. @throws CommandFailure for what could not be a name */
export function profileName(env: Environment, given?: string): string {
  const name = given ?? (env.GUIDEPOST_PROFILE || DEFAULT_NAME);
  if (/^[\w.-]{1,64}$/.test(name)) return name;
  throw misused(`"${name}" can not be the name of a profile`, 'Letters, digits and . _ - are allowed.');
}

/**
 * Whom a command speaks for: GUIDEPOST_CLIENT_ID with GUIDEPOST_CLIENT_SECRET and GUIDEPOST_BASE_URL where they are set and no
 * profile is named, else the profile.
 * @throws CommandFailure where there is none
 */
export function findProfile(env: Environment, given?: string): Profile {
  const ofEnvironment = given === undefined ? profileOfEnvironment(env) : undefined;
  if (ofEnvironment !== undefined) return ofEnvironment;
  const name = profileName(env, given);
  const kept = readConfig(env).profiles[name];
  if (kept !== undefined) return { name, ...kept };
  const login = name === DEFAULT_NAME ? 'guidepost login' : `guidepost login --profile ${name}`;
  throw new CommandFailure(`not logged in as "${name}"`, EXIT.credentials, `Run "${login}".`);
}

/** Without a complaint where nobody is logged in: for what is nicer with a profile. */
export function findProfileIfAny(env: Environment, given?: string): Profile | undefined {
  try {
    return findProfile(env, given);
  } catch (error) {
    if (error instanceof CommandFailure && error.exitCode === EXIT.credentials) return undefined;
    throw error;
  }
}

function profileOfEnvironment(env: Environment): Profile | undefined {
  const {
    GUIDEPOST_BASE_URL: baseUrl,
    GUIDEPOST_CLIENT_ID: clientId,
    GUIDEPOST_CLIENT_SECRET: clientSecret,
  } = env;
  if (!baseUrl || !clientId || !clientSecret) return undefined;
  return { name: 'environment', baseUrl, clientId, clientSecret };
}

export function saveProfile(env: Environment, { name, ...kept }: Profile): void {
  const { profiles } = readConfig(env);
  writePrivate(configPath(env), { profiles: { ...profiles, [name]: kept } });
}

/** @returns false where there was none. */
export function removeProfile(env: Environment, name: string): boolean {
  const { [name]: removed, ...others } = readConfig(env).profiles;
  if (removed === undefined) return false;
  writePrivate(configPath(env), { profiles: others });
  return true;
}

function readConfig(env: Environment): ConfigFile {
  const path = configPath(env);
  if (isExposed(path)) {
    const remedy = `It holds app_secrets: run "chmod 600 ${path}", and have them rotated if somebody may have read them.`;
    throw new CommandFailure(`${path} can be read by others on this machine`, EXIT.credentials, remedy);
  }
  return readPrivate<ConfigFile>(path) ?? { profiles: {} };
}
