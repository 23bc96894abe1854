import { type Guidepost, PermissionError } from '@guidepost/sdk';
import type { Command } from 'commander';
import {
  configPath,
  findProfile,
  type Profile,
  profileName,
  removeProfile,
  saveProfile,
} from '../config/profiles.ts';
import { connect } from '../connect.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandFailure, misused } from '../failure.ts';
import { type Io, isInteractive } from '../terminal/io.ts';
import { ask, askSecret, readStdin } from '../terminal/prompt.ts';
import { pairs } from '../terminal/table.ts';
import { addCommand, type CommonOptions, type Context, outputOf } from './common.ts';

interface LoginOptions extends CommonOptions {
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly secretStdin?: boolean;
}

/** `guidepost login`, `logout`, `whoami`. */
export function loginCommands(program: Command, context: Context): void {
  login(program, context);
  logout(program, context);
  whoami(program, context);
}

function login(program: Command, context: Context): void {
  addCommand(program, 'login', 'log in as a merchant', [
    'guidepost login',
    'guidepost login --profile studio --base-url http://127.0.0.1:8080 --client-id mk_sandbox_studio',
    'pass show guidepost | guidepost login --base-url https://api.example.com --client-id mk_live_… --secret-stdin',
  ])
    .description(
      'Checks merchant key and app_secret, and keeps them in your configuration folder, readable by you only. The app_secret is ' +
        'asked for, or taken from stdin or GUIDEPOST_CLIENT_SECRET, never from the command line. In CI set GUIDEPOST_BASE_URL, ' +
        'GUIDEPOST_CLIENT_ID and GUIDEPOST_CLIENT_SECRET; then no login is needed.',
    )
    .option('--base-url <url>', 'address of the platform (else GUIDEPOST_BASE_URL)')
    .option('--client-id <key>', 'merchant key (else GUIDEPOST_CLIENT_ID)')
    .option('--secret-stdin', 'read the app_secret from stdin')
    .action(async (options: LoginOptions) => {
      const { io } = context;
      const output = outputOf(context, options);
      const profile = await profileFrom(options, io);
      const who = await identify(profile, io.signal);
      saveProfile(io.env, profile);
      const { good } = output.style;
      output.result(
        who,
        () => `${good('✓')} Logged in. Kept in ${configPath(io.env)}.\n\n${pairs(who, output.style)}`,
      );
    });
}

/** What the options, the environment and the person in front say. */
async function profileFrom(options: LoginOptions, io: Io): Promise<Profile> {
  const { env } = io;
  const question = (name: string, option: string) => {
    if (isInteractive(io) && !options.secretStdin) return ask(io, name);
    throw misused(`the ${name.toLowerCase()} is missing`, `Name it by ${option}.`);
  };
  const secret = async () => {
    if (options.secretStdin) return await readStdin(io);
    if (env.GUIDEPOST_CLIENT_SECRET) return env.GUIDEPOST_CLIENT_SECRET;
    if (isInteractive(io)) return await askSecret(io, 'app_secret');
    throw misused('the app_secret is missing', 'Use --secret-stdin or GUIDEPOST_CLIENT_SECRET.');
  };
  const name = profileName(env, options.profile);
  const baseUrl = options.baseUrl ?? (env.GUIDEPOST_BASE_URL || (await question('Address', '--base-url')));
  const clientId =
    options.clientId ?? (env.GUIDEPOST_CLIENT_ID || (await question('Merchant key', '--client-id')));
  return { name, baseUrl: baseUrl.replace(/\/+$/, ''), clientId, clientSecret: await secret() };
}

/** Who that is, as the platform says. @throws what the SDK throws: AuthenticationError for a wrong secret */
async function identify({ name, ...credentials }: Profile, signal: AbortSignal) {
  const guidepost = connect(credentials);
  const clock = await sandboxClock(guidepost, signal);
  const { clientId, baseUrl } = credentials;
  const mode = clock === undefined ? 'live' : 'sandbox';
  return { profile: name, merchantKey: clientId, baseUrl, mode, ...(clock && { sandboxClock: clock.now }) };
}

/** Undefined: no merchant of the sandbox. */
async function sandboxClock(guidepost: Guidepost, signal: AbortSignal) {
  await guidepost.auth.issueToken();
  try {
    return await guidepost.sandbox.getClock({ signal });
  } catch (error) {
    if (error instanceof PermissionError) return undefined;
    throw error;
  }
}

function logout(program: Command, context: Context): void {
  addCommand(program, 'logout', 'forget a merchant key and its app_secret', [
    'guidepost logout',
    'guidepost logout --profile studio',
  ]).action((options: CommonOptions) => {
    const output = outputOf(context, options);
    const name = profileName(context.io.env, options.profile);
    if (!removeProfile(context.io.env, name))
      throw new CommandFailure(`not logged in as "${name}"`, EXIT.credentials);
    output.result({ profile: name, loggedIn: false }, () => `Forgot the profile "${name}".`);
  });
}

function whoami(program: Command, context: Context): void {
  addCommand(program, 'whoami', 'say as whom you are logged in, and ask the platform', [
    'guidepost whoami',
    'guidepost whoami --json',
  ]).action(async (options: CommonOptions) => {
    const output = outputOf(context, options);
    const who = await identify(findProfile(context.io.env, options.profile), context.io.signal);
    output.result(who, () => pairs(who, output.style));
  });
}
