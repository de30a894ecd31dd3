import RepriseMedia
import Foundation
import Reprise

/// The time from requesting a picture to its cells, including the start of the companion that decodes it.
struct PictureBenchmark {
  let path: String

  /// Prints medians and processor time for windows of several sizes, without a cache between rounds.
  func run(rounds: Int = 20) throws {
    let decoder = PictureDecoder()
    let source = PictureSource(path: path)
    for size in [
      Size(width: 80, height: 22), Size(width: 120, height: 38), Size(width: 200, height: 58),
    ] {
      let request = PictureRequest(size: size, colors: .palette)
      var waiting = Samples()
      var working = Samples()
      var pixels = Size.zero
      for _ in 0..<rounds {
        let (start, used) = (RawTerminal.now, Self.processorTime)
        pixels = try decoder.cells(of: source, request).pixels
        waiting.add((RawTerminal.now - start) / 1000)
        working.add(Self.processorTime - used)
      }
      Report.heading(
        "\(pixels.width) × \(pixels.height) pixels in \(size.width) × \(size.height) cells")
      Report.line("first cells, median", waiting.median, "ms", note: "bar: 50 ms for 12 megapixels")
      Report.line("processor time of the companion, median", working.median, "ms")
    }
  }

  /// The processor time of all ended companions, in milliseconds.
  private static var processorTime: Double {
    var usage = rusage()
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    func milliseconds(_ time: timeval) -> Double {
      Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
    }
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }
}
