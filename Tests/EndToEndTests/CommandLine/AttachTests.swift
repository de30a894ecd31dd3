import Foundation
import Inventory
import RepriseTesting
import TestSupport
import Testing

/// `keepsake attach`, run as the real program.
@Suite(.waitsForProcesses) struct AttachTests {
  /// An item's attachments, one per line.
  private func lines(_ home: Home, _ name: String) throws -> [String] {
    let inventory = try InventoryStore(directory: home.data)
    guard case .one(let item) = try inventory.items(named: name) else { return ["no such item"] }
    return try inventory.attachments.fetchAll(of: item).map { "\($0.name) \($0.kind)" }
  }

  @Test func attachCopiesAndReportsFiles() throws {
    let home = try Home()
    let photo = try home.write(TestPicture.jpeg(), to: "pot.jpg")
    let bill = try home.write(Array("a paper receipt.".utf8), to: "receipt 1.pdf")
    let said = try home.run(["attach", "Teapot", photo, bill])
    #expect(said.status == 0)
    #expect(
      said.messages == [
        "Attached pot.jpg to “Teapot” as photo",
        "Attached receipt 1.pdf to “Teapot” as receipt",
      ])
    #expect(said.output.isEmpty)
    try FileManager.default.removeItem(atPath: photo)
    #expect(try lines(home, "Teapot") == ["pot.jpg photo", "receipt 1.pdf receipt"])
    let shown = try home.run(["show", "Teapot"]).text
    #expect(shown.hasSuffix("Receipt\treceipt 1.pdf, 16 bytes\n"))
    #expect(shown.contains("\nPhoto\tpot.jpg, "))
    let again = try home.run(["attach", "Teapot", bill, "--kind", "manual"])
    #expect(again.status == 0)
    #expect(again.errors == "1 file was already attached to “Teapot”\n")
    let kind = try home.write(Array("plain".utf8), to: "a.txt")
    #expect(try home.run(["attach", "Teapot", kind, "--kind", "warranty"]).status == 0)
    #expect(try lines(home, "Teapot").last == "a.txt warranty")
  }

  @Test func jsonListsAttachments() throws {
    let home = try Home()
    let photo = try home.write(TestPicture.jpeg(), to: "pot.jpg")
    let bill = try home.write(Array("a paper receipt.".utf8), to: "receipt.pdf")
    #expect(try home.run(["attach", "Teapot", photo, bill]).status == 0)
    func shown() throws -> [[String: Any]] {
      let output = try home.run(["show", "--json", "Teapot"]).output
      let object = try JSONSerialization.jsonObject(with: output) as? [String: Any]
      return object?["attachments"] as? [[String: Any]] ?? []
    }
    let before = try shown()
    #expect(before.map { $0["kind"] as? String } == ["photo", "receipt"])
    #expect(before.map { $0["name"] as? String } == ["pot.jpg", "receipt.pdf"])
    #expect(before.map { $0["condition"] as? String } == ["intact", "intact"])
    #expect(before.last?["bytes"] as? Int == 16 && before.last?["width"] == nil)
    #expect(before.first?["mediaType"] as? String == "image/jpeg" && before.first?["width"] != nil)
    let contents = home.data + "/attachments"
    let receipt = Data("a paper receipt.".utf8)
    let file = try #require(home.files(under: contents).first { $0.value == receipt }).key
    try FileManager.default.removeItem(atPath: contents + "/" + file)
    #expect(try shown().map { $0["condition"] as? String } == ["intact", "missing"])
    let text = try home.run(["show", "Teapot"]).text
    #expect(text.hasSuffix("Receipt\treceipt.pdf, 16 bytes, file missing\n"))
    #expect(!(try home.run(["list", "--json"]).text.contains("attachments")))
  }

  @Test func attachReportsAnUndecodablePhoto() throws {
    let home = try Home()
    let fake = try home.write(Array("words".utf8), to: "fake.jpg")
    let said = try home.run(["attach", "Teapot", fake, "--kind", "photo"])
    #expect(said.status == 0)
    #expect(
      said.messages == [
        "Attached fake.jpg to “Teapot” as photo, but it can't be shown: not a JPEG, PNG, WebP, HEIC or PDF"
      ])
    #expect(try lines(home, "Teapot") == ["fake.jpg photo"])
    let report = try home.run(["report", "-o", home.path + "/report.html"])
    #expect(report.status == 0)
    #expect(
      report.messages.last
        == "1 picture can't be shown in it: “fake.jpg” (not a JPEG, PNG, WebP, HEIC or PDF)")
    let printed = try home.run(["report"])
    #expect(printed.status == 0 && printed.messages.count == 1)
    #expect(
      printed.text.contains(
        "Cannot be shown: <bdi>“fake.jpg” (not a JPEG, PNG, WebP, HEIC or PDF)</bdi>"))
    #expect(!(try home.run(["report", "--no-photos"]).errors.contains("can't be shown")))
  }

  /// A status line would truncate the path, and the user needs all of it.
  @Test func fileWithoutAnOpenerShowsItsWholePath() throws {
    let home = try Home()
    let manual = try home.write(Array("%PDF-1.4".utf8), to: "all about the teapot.pdf")
    #expect(try home.run(["attach", "Teapot", manual]).status == 0)
    let process = try home.open(["open", "Teapot"], environment: ["PATH": "/nowhere"])
    try process.press(script: "p<Enter>")
    try process.wait(for: "The file is at")
    let picture = try process.waitUntilIdle()
    #expect(picture.text.contains("Cannot open files: xdg-open is not installed"))
    let letters = picture.text.filter { !" │\n".contains($0) }
    #expect(letters.contains("\(home.path)/.cache/keepsake/opened/"), "\(picture.text)")
    #expect(letters.contains("/allabouttheteapot.pdf[Close]"))
    #expect(!(try process.press(script: "<Esc>").text.contains("The file is at")))
  }

  /// Each failure prints one line, sets its exit status and attaches nothing.
  @Test func failedAttachPrintsOneLine() throws {
    let home = try Home()
    let good = try home.write(Array("good".utf8), to: "good.txt")
    let fifo = home.path + "/fifo"
    mkfifo(fifo, 0o600)
    let large = try home.write([1], to: "large.bin")
    truncate(large, 5 << 30)
    let empty = try home.write([], to: "empty")
    for (arguments, status, words) in [
      ([home.path + "/none"], 66, "No such file"), ([home.path], 65, "it is a directory"),
      ([fifo], 65, "it is a pipe"), ([large], 65, "larger than 1 GiB"),
      ([empty], 65, "it is empty"),
      (["/dev/null"], 65, "it is a device"), ([good, "--kind", "fish"], 64, "use one of photo"),
    ] as [([String], Int32, String)] {
      let said = try home.run(["attach", "Teapot", good] + arguments)
      #expect(said.status == status, "\(said.errors)")
      #expect(said.messages.first?.contains(words) == true, "\(said.errors)")
      #expect(said.messages.count == 1, "\(said.errors)")
      #expect(try lines(home, "Teapot") == [])
    }
    #expect(try home.run(["attach", "no such thing", good]).status == 66)
    #expect(try home.run(["attach", "e", good]).errors.contains("several items match"))
    #expect(home.files(under: home.data + "/attachments").isEmpty)
  }

  @Test(.enabled(if: OwnMounts.areAllowed, "needs the right to mount a private file system"))
  func attachOnAFullDiskLeavesNothing() throws {
    let home = try Home()
    try home.write([UInt8](repeating: 7, count: 14 << 20), to: "large.bin")
    let disk = home.path + "-disk"
    defer { try? FileManager.default.removeItem(atPath: disk) }
    let script = """
      set -e; mkdir -p \(disk); mount -t tmpfs -o size=8m,mode=700 none \(disk)
      mkdir -p \(disk)/.local/share; cp -a \(home.data) \(disk)/.local/share/; set +e
      export HOME=\(disk)
      \(Home.program) attach "Teapot" \(home.path)/large.bin; status=$?
      find \(disk)/.local/share/keepsake/attachments -type f | wc -l
      \(Home.program) list > /dev/null || exit 99
      exit $status
      """
    let said = try Home.run(
      "/usr/bin/unshare", ["-m", "bash", "-c", script],
      environment: ["PATH": "/usr/sbin:/usr/bin:/bin", "TERM": "xterm-256color"])
    #expect(said.status == 74, "\(said.errors)")
    #expect(said.errors.contains("the disk is full") && said.messages.count == 1)
    #expect(said.text.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
  }

  /// Whenever it is killed, an item has the whole file or none of it, and only temporary files are left.
  @Test(arguments: [1, 3, 6, 10, 15, 22, 30, 45])
  func killedAttachLeavesAllOrNothing(milliseconds: Int) throws {
    let home = try Home()
    let files = try (0..<4).map {
      try home.write([UInt8](repeating: UInt8($0), count: 3 << 20), to: "f\($0).bin")
    }
    let process = try ChildProcess(
      Home.program, ["attach", "Teapot"] + files,
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
    usleep(UInt32(milliseconds) * 1000 + 5000)
    kill(process.identifier, SIGKILL)
    process.waitForEnd()
    let count = try lines(home, "Teapot").count
    #expect(count == 0 || count == 4)
    let store = try InventoryStore(directory: home.data).attachments
    #expect(try store.examined().problems.isEmpty)
    try store.sweep()
    #expect(home.files(under: home.data + "/attachments").count == count)
  }
}
