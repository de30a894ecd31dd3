import Foundation
import RepriseTesting
import Testing

/// The program is notified of low memory and continues (contract 8.5.7).
@Suite(.waitsForProcesses) struct ShortMemoryTests {
  @Test func serviceManagersMemoryWarningsAreReceived() throws {
    let home = try Home()
    let path = home.path + "/pressure"
    try #require(mkfifo(path, 0o600) == 0)
    let pipe = FileHandle(fileDescriptor: open(path, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
    let app = try home.open(environment: ["MEMORY_PRESSURE_WATCH": path])
    let before = app.picture.text
    try pipe.write(contentsOf: Data("!".utf8))
    try app.wait(for: { Self.bytesWaiting(in: pipe) == 0 })
    try app.waitUntilIdle()
    #expect(app.picture.text == before)
    #expect(try app.press(script: "n").text != before)
  }

  private static func bytesWaiting(in pipe: FileHandle) -> Int32 {
    var count: Int32 = 0
    return ioctl(pipe.fileDescriptor, UInt(FIONREAD), &count) == 0 ? count : -1
  }
}
