package pictures

import (
	"bytes"
	"image"
	"time"

	"github.com/bep/imagemeta"
)

// turn is how a camera was held, as Exif's tag Orientation says: 1 to 8 (CIPA DC-008, section 4.6.5.1.6).
type turn int

const straight turn = 1

// What bounds the search for the tag. The library's own bound of time leaves a goroutine behind that reads on.
const (
	metaWithin   = time.Second
	maxTags      = 500
	maxTagLength = 1000 // bytes
)

// timely is a picture that is read until a moment.
type timely struct {
	*bytes.Reader
	until time.Time
}

func (t timely) Read(p []byte) (int, error) {
	if time.Now().After(t.until) {
		return 0, ErrUnreadable
	}
	return t.Reader.Read(p)
}

// orientation finds how a picture has to be turned; what can't be read is taken to be straight.
func orientation(sent []byte) turn {
	kinds := map[string]imagemeta.ImageFormat{"jpeg": imagemeta.JPEG, "png": imagemeta.PNG, "webp": imagemeta.WebP}
	for _, f := range formats {
		kind, has := kinds[f.name]
		if !has || !f.begins(sent) {
			continue
		}
		found := straight
		_, err := imagemeta.Decode(imagemeta.Options{
			R: timely{bytes.NewReader(sent), time.Now().Add(metaWithin)}, ImageFormat: kind, Sources: imagemeta.EXIF,
			LimitNumTags: maxTags, LimitTagSize: maxTagLength,
			ShouldHandleTag: func(t imagemeta.TagInfo) bool { return t.Tag == "Orientation" && t.Namespace == "IFD0" },
			HandleTag: func(t imagemeta.TagInfo) error {
				if n, ok := t.Value.(uint16); ok && n >= 1 && n <= 8 {
					found = turn(n)
				}
				return nil
			},
		})
		if err != nil {
			return straight
		}
		return found
	}
	return straight
}

// lying is the size that a picture has before it is turned upright.
func (t turn) lying(upright image.Point) image.Point {
	if t >= 5 {
		return image.Pt(upright.Y, upright.X)
	}
	return upright
}

// upright turns and mirrors a picture, whose upper left corner is at zero, so that up is up.
func (t turn) upright(lying *image.RGBA) *image.RGBA {
	if t == straight {
		return lying
	}
	size := t.lying(lying.Bounds().Size())
	lastX, lastY := lying.Bounds().Dx()-1, lying.Bounds().Dy()-1
	out := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			fromX, fromY := x, y
			switch t {
			case straight:
			case 2:
				fromX = lastX - x
			case 3:
				fromX, fromY = lastX-x, lastY-y
			case 4:
				fromY = lastY - y
			case 5:
				fromX, fromY = y, x
			case 6:
				fromX, fromY = y, lastY-x
			case 7:
				fromX, fromY = lastX-y, lastY-x
			case 8:
				fromX, fromY = lastX-y, x
			}
			out.SetRGBA(x, y, lying.RGBAAt(fromX, fromY))
		}
	}
	return out
}
