import { cutEverywhere } from "./cuts.js";
import { ourSubjects, sdkSubjects } from "./subjects.js";

for (const subject of [...ourSubjects, ...sdkSubjects]) {
  const served = await subject.openNear();
  for (const turn of ["whole", "rest"] as const) {
    const at = performance.now();
    const cpu = process.cpuUsage();
    const { places, wrong } = await cutEverywhere({ subject, served, turn, step: 3, endings: ["close", "end"] });
    const used = process.cpuUsage(cpu);
    console.log(
      subject.name,
      turn,
      places,
      wrong.length,
      wrong.slice(0, 2),
      ((performance.now() - at) / places).toFixed(2),
      "ms wall per place",
      ((used.user + used.system) / 1000 / places).toFixed(2),
      "cpu",
    );
  }
  await served.close();
}
