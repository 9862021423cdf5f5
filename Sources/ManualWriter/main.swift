import Glibc
import ManualPages

// Writes the manual pages and completions into a folder that stands for the installation prefix. scripts/stage runs
// this program.

guard CommandLine.arguments.count == 2 else {
  errno = EINVAL
  perror("usage: manual-writer folder")
  exit(2)
}
let folder = CommandLine.arguments[1]

for (name, text) in InstalledTexts.files {
  let path = "\(folder)/\(name)"
  var end = path.startIndex
  while let slash = path[end...].dropFirst().firstIndex(of: "/") {
    mkdir(String(path[..<slash]), 0o755)
    end = slash
  }
  let bytes = Array(text.utf8)
  guard let file = fopen(path, "w"), fwrite(bytes, 1, bytes.count, file) == bytes.count,
    fclose(file) == 0
  else {
    perror(path)
    exit(1)
  }
}
