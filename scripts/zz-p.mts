import { runProposals } from "../evals/run-proposals.ts";

const helped = await runProposals(1);
for (const [name, all] of Object.entries(helped))
  for (const { id, silentlyWrong, vetoesLost } of all) {
    if (silentlyWrong.length + vetoesLost.length)
      console.log(name, id, JSON.stringify(silentlyWrong), JSON.stringify(vetoesLost));
  }
console.log("end");
