import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/**
 * `guidepost completion bash|zsh|fish|powershell` prints the script; the shell then asks the hidden `guidepost complete -- …` what
 * fits. Call it last: it completes the commands that are there.
 */
export function completionCommand(program: Command): void {
  const long = new Map(allOf(program).map((one) => [one, one.description()]));
  // Shells show these beside each word: a line is enough.
  for (const one of long.keys()) one.description(one.summary() || one.description());
  tab(program, { completionCommandName: 'completion' });
  for (const [one, description] of long) one.description(description);
  const command = program.commands.find((one) => one.name() === 'completion')!;
  command.summary('print the completion script of a shell').addHelpText('after', HELP);
}

function allOf(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...allOf(one)]);
}

const HELP = `
Examples:
  $ guidepost completion bash >> ~/.bashrc
  $ guidepost completion zsh > ~/.zsh/completions/_guidepost
  $ guidepost completion fish > ~/.config/fish/completions/guidepost.fish`;
