import { Code, TabItem, Tabs } from "docgen";

const KINDS = ["add", "create", "dlx", "exec", "run", "remove", "install"];
// The commands of each package manager, in the order of the kinds.
const COMMANDS = {
  npm: ["npm i", "npm create", "npx", "npx", "npm run", "npm uninstall", "npm install"],
  yarn: ["yarn add", "yarn create", "yarn dlx", "yarn", "yarn run", "yarn remove", "yarn install"],
  pnpm: ["pnpm add", "pnpm create", "pnpm dlx", "pnpm", "pnpm run", "pnpm remove", "pnpm install"],
  bun: ["bun add", undefined, "bunx", "bunx", "bun run", "bun remove", "bun install"],
  ni: ["ni", undefined, "nlx", "nlx", "nr", "nun", "ni"],
};

const commandOf = (manager, type) => COMMANDS[manager]?.[KINDS.indexOf(type)];

function textOf(manager, { type, pkg, args, comment, dev, prefix }) {
  const isForScript = manager === "npm" && args && ["add", "create", "remove"].includes(type);
  const option = type === "add" && dev && (manager === "bun" ? "-d" : "-D");
  const parts = [prefix, commandOf(manager, type), option, pkg, isForScript && "--", args];
  const command = parts.filter(Boolean).join(" ");
  return comment ? `# ${comment.replaceAll("{PKG}", manager)}\n${command}` : command;
}

export function PackageManagers({ pkgManagers = ["npm", "yarn", "pnpm"], type = "add", title, ...rest }) {
  const code = (manager) => <Code code={textOf(manager, { type, ...rest })} lang="sh" title={title} />;
  const managers = pkgManagers.filter((manager) => commandOf(manager, type));
  if (managers.length === 1) return code(managers[0]);
  return (
    <Tabs syncKey="package-manager">
      {managers.map((manager) => (
        <TabItem key={manager} label={manager}>
          {code(manager)}
        </TabItem>
      ))}
    </Tabs>
  );
}
