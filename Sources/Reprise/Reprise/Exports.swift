// The types that an app uses besides the kit's own: `import Reprise` exports them. The other types
// of the two targets are for the kit; an app that needs more imports the target by name.

// Drawing, geometry and input.
@_exported import class Terminal.Canvas
@_exported import struct Terminal.Cell
@_exported import struct Terminal.CellText
@_exported import struct Terminal.Color
@_exported import struct Terminal.EdgeInsets
@_exported import struct Terminal.Frame
@_exported import struct Terminal.Glyph
@_exported import class Terminal.HeadlessTerminal
@_exported import enum Terminal.Key
@_exported import struct Terminal.KeyPress
@_exported import struct Terminal.MouseEvent
@_exported import struct Terminal.Paper
@_exported import struct Terminal.Point
@_exported import struct Terminal.RGB
@_exported import struct Terminal.Rect
@_exported import struct Terminal.Size
@_exported import struct Terminal.Style
@_exported import protocol Terminal.TerminalDevice
@_exported import enum Terminal.TerminalEvent
@_exported import struct Terminal.Theme

// Filters and the texts they compare.
@_exported import struct TextFolding.FoldedText
@_exported import struct TextFolding.FoldedWords
@_exported import enum TextFolding.TextFold
@_exported import struct TextFolding.TextFilter

// The data that a lock closes.
@_exported import protocol Storage.ProtectedDataSource

// Coders and what they hold, and the store that an app is given.
@_exported import struct Preservation.ArchiveInfo
@_exported import class Preservation.Coder
@_exported import protocol Preservation.KeyProvider
@_exported import protocol Preservation.PassphraseKeyProvider
@_exported import struct Preservation.NodeID
@_exported import struct Preservation.SavedState
@_exported import enum Preservation.StateError
@_exported import class Preservation.StateStore
@_exported import enum Preservation.Value
