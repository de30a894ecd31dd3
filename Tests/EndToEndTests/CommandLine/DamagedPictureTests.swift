import Foundation
import RepriseTesting
import TestSupport
import Testing

/// Pictures that can't be shown are reported wherever they would pass as evidence.
@Suite(.waitsForProcesses) struct DamagedPictureTests {
  /// A JPEG that ends in its header, a PNG without a width, one with altered data, and one cut in half.
  private static func pictures() throws -> [(name: String, bytes: [UInt8])] {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var damaged = TestPicture.png()
    damaged[damaged.count / 2] ^= 0x10
    let jpeg = TestPicture.jpeg()
    return [
      (
        "head.jpg",
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1]
      ),
      (
        "zero-width.png",
        png + [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 0, 0, 0, 0, 10, 8, 2, 0, 0, 0]
          + [0x15, 0x72, 0xC8, 0x23, 0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
      ),
      ("badcrc.png", damaged), ("half.jpg", Array(jpeg.prefix(jpeg.count / 2))),
    ]
  }

  @Test func attachAndReportNameUndecodablePictures() throws {
    let home = try Home()
    let pictures = try Self.pictures()
    let files = try pictures.map { try home.write($0.bytes, to: $0.name) }
    let whole = try home.write(TestPicture.jpeg(), to: "whole.jpg")
    let attached = try home.run(["attach", "Teapot"] + files + [whole])
    #expect(attached.status == 0)
    #expect(
      attached.messages.map(String.init) == pictures.map {
        "Attached \($0.name) to “Teapot” as photo, but it can't be shown: damaged or cut short"
      } + ["Attached whole.jpg to “Teapot” as photo"])
    // Damaged receipts count as evidence as well.
    let receipt = try home.run(["attach", "Moka pot", files[2], "--kind", "receipt"])
    #expect(receipt.errors.contains("as receipt, but it can't be shown"), "\(receipt.errors)")
    let report = try home.run(["report", "-o", home.path + "/report.html"])
    #expect(report.status == 0)
    #expect(
      report.messages.last?.hasPrefix("5 pictures can't be shown in it: “") == true,
      "\(report.errors)")
    let html = String(decoding: try home.bytes(of: "report.html"), as: UTF8.self)
    #expect(html.matches(of: /base64,/).count == 1, "only the intact picture is embedded")
    #expect(html.matches(of: /damaged or cut short\)/).count == 5)
    #expect(html.contains("Photo: head.jpg, 18 bytes, damaged or cut short"))
    let table = try home.run(["report", "--csv"])
    #expect(table.status == 0 && table.errors.isEmpty, "a table shows no pictures")
  }

  @Test func withoutTheDecoderPicturesAreReportedUnchecked() throws {
    let home = try Home()
    let file = try home.write(Self.pictures()[2].bytes, to: "pot.png")
    let environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "REPRISE_PICTURES": "/none",
    ]
    let attached = try home.run(["attach", "Teapot", file], environment: environment)
    #expect(attached.status == 0)
    #expect(
      attached.errors
        == "Attached pot.png to “Teapot” as photo; not checked: reprise-pictures is missing\n")
    let report = try home.run(["report", "-o", home.path + "/a.html"], environment: environment)
    #expect(report.messages.last == "1 picture was not checked: reprise-pictures is missing")
  }

  /// In a package, the programs are in `bin` and the decoder in `libexec/keepsake`.
  @Test(arguments: ["bin", "libexec", "libexec/keepsake"])
  func theDecoderIsFoundWhereverItIsInstalled(_ folder: String) throws {
    let home = try Home()
    let file = try home.write(Self.pictures()[2].bytes, to: "pot.png")
    let built = URL(filePath: Home.program).deletingLastPathComponent().path
    for (program, place) in [("keepsake", "bin"), ("reprise-pictures", folder)] {
      let directory = "\(home.path)/usr/\(place)"
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "\(built)/\(program)", toPath: "\(directory)/\(program)")
    }
    let attached = try CommandResult(
      of: home.path + "/usr/bin/keepsake", ["attach", "Teapot", file],
      environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
    #expect(attached.errors.contains("but it can't be shown"), "\(attached.errors)")
  }

  @Test func windowReportsAnUndecodablePicture() throws {
    let home = try Home()
    let file = try home.write(Self.pictures()[0].bytes, to: "head.jpg")
    let window = try home.open(["open", "Teapot"])
    try window.press(script: "P/")
    window.type(file)
    try window.press(script: "<Enter>")
    try window.wait(for: "Attached head.jpg, but it can't be shown: damaged or cut short")
    try window.killEverything()
  }
}
